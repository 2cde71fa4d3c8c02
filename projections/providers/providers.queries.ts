import { Controller, Get, Module, Query } from '@nestjs/common';
import { z } from 'zod';
import type { InvitableClinic, Provider } from '#contracts/people/invitations';
import { NO_ORGANIZATION } from '#contracts/people/organizations';
import { compare } from '#contracts/rules/compare';
import { searchText } from '#contracts/rules/search-text';
import { type OrganizationDocument, organizations } from '../organizations/organizations.projection.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';
import { type UserDocument, users } from '../accounts/users.projection.ts';

const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(100).default(50),
  name: z.string().trim().max(200).default('').describe('How words of the name begin'),
  city: z.string().trim().max(200).default('').describe('How words of the city begin'),
  query: z.string().trim().max(200).default('').describe('How words of name or city begin'),
});

/** Clinics that may be invited: approved ones that are there. */
const invitableClinics = async (reader: Reader): Promise<OrganizationDocument[]> => {
  const all = await readAll<OrganizationDocument>(reader, organizations, { removed: { eq: false } });
  return all.filter(({ status, name }) => status === 'Approved' && name !== NO_ORGANIZATION);
};

const Clinics = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(100).default(20),
  query: z.string().trim().max(200).default(''),
});

@Controller('api/providers')
export class ProvidersQueries {
  constructor(private readonly reader: Reader) {}

  /** Doctors of approved clinics by name. They are read together: a country's clinics have thousands, not millions. */
  @Get()
  async list(@Query({ schema: List }) { skip, take, name, city, query }: z.infer<typeof List>) {
    const clinics = new Map((await invitableClinics(this.reader)).map((clinic) => [clinic.id, clinic]));
    const doctors = (await readAll<UserDocument>(this.reader, users, { removed: { eq: false } })).filter(({ roles }) =>
      roles.includes('Doctor'),
    );
    const [wantedName, wantedCity, wanted] = [searchText(name), searchText(city), searchText(query)];
    const found = doctors
      .filter(({ first_name, last_name }) => beginsWith(`${last_name} ${first_name}`, wantedName))
      .flatMap((doctor): (Provider & { sort: string })[] => {
        const clinic = clinics.get(doctor.organization_id ?? '');
        if (!clinic || !beginsWith(clinic.city, wantedCity)) return [];
        const { user_id, first_name, last_name, sort_name: sort } = doctor;
        if (!beginsWith(`${last_name} ${first_name} ${clinic.city}`, wanted)) return [];
        const at = { phone_number: clinic.phone, city: clinic.city, organization: clinic.name, organization_id: clinic.id };
        return [{ user_id, name: `${first_name} ${last_name}`, ...at, sort }];
      })
      .sort((a, b) => compare(a.sort, b.sort) || compare(a.user_id, b.user_id));
    const items = found.slice(skip, skip + take).map(({ sort: _sort, ...provider }) => provider);
    return { items, overall_count: found.length };
  }

  /** Clinics by name, for choosing one to share with. */
  @Get('clinics')
  async clinics(@Query({ schema: Clinics }) { skip, take, query }: z.infer<typeof Clinics>) {
    const wanted = searchText(query);
    const found = (await invitableClinics(this.reader)).filter(({ name }) => beginsWith(name, wanted));
    found.sort((a, b) => compare(a.sort_name, b.sort_name) || compare(a.id, b.id));
    const items = found.slice(skip, skip + take).map(({ id, name, address, city }): InvitableClinic => ({ id, name, address, city }));
    return { items, overall_count: found.length };
  }
}

/** Whether each typed word begins a word of the text. */
const beginsWith = (text: string, wanted: string): boolean => {
  const words = searchText(text).split(' ');
  return wanted === '' || wanted.split(' ').every((word) => words.some((one) => one.startsWith(word)));
};

@Module({ controllers: [ProvidersQueries] })
export class ProvidersQueriesModule {}
