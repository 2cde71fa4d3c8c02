import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EventMeta } from '#contracts/wire/envelope';
import { codeInAddress, codeOf, issueCode } from '#infra/access/codes';
import { Unavailable } from '#infra/following/follower';
import { DirectoryMail } from '#infra/mail/directory/directory-mail';
import { NoMail } from '#infra/mail/no-mail';
import { type Engines, openEngines } from '#tests/support/engines';
import { aUser } from '#tests/support/http-app';
import { sendMails } from './send-mails.reaction.ts';

let engines: Engines;
let outbox: DirectoryMail;
beforeEach(async () => {
  engines = await openEngines();
  outbox = await DirectoryMail.open({ folder: join(engines.folder, 'outbox') });
});
afterEach(() => engines.close());

const public_url = 'https://records.example';
const addUser = async (changes: object = {}) => {
  const user_id = randomUUID();
  const { password: _typed, ...facts } = aUser;
  const account = { username: 'ada', password_hash: 'x', roles: ['Patient'], organization_id: null, patient_ids: [], seeded: false };
  const context = { command_id: randomUUID(), actor: { system: 'test' } };
  await engines.log.append(
    `user-${user_id}`,
    [{ type: 'UserRegistered', data: { user_id, ...account, ...facts, ...changes } }],
    'any',
    context,
  );
  return user_id;
};
const react = async (type: string, data: object, mail: DirectoryMail | NoMail = outbox, id: string = randomUUID()) =>
  sendMails(mail, { ...engines, public_url }).react({ type, data }, {} as EventMeta, {
    id: (n) => (n === undefined ? id : randomUUID()),
    publish: async () => undefined,
  });

it('sends the link that confirms an address, and it once however often the event comes', async () => {
  const user_id = await addUser();
  const issued = issueCode(60_000);
  const id = randomUUID();
  await react('VerificationCodeIssued', { user_id, ...issued }, outbox, id);
  await react('VerificationCodeIssued', { user_id, ...issued }, outbox, id);
  const [mail, ...others] = await outbox.outbox();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Please confirm your e-mail address', about: [`user:${user_id}`] });
  const link = `${public_url}/verify/${codeInAddress(user_id, await codeOf(engines.keys, 'verification', user_id, issued.nonce))}`;
  expect(mail!.text).toContain(`${link}\n`);
  expect(mail!.html).toContain(`href="${link}"`);
});

it('takes nothing along to an address that is not confirmed but the link', async () => {
  const user_id = await addUser({ first_name: 'Win at prize.example', username: 'prize.example' });
  await react('VerificationCodeIssued', { user_id, ...issueCode(60_000) });
  expect(JSON.stringify(await outbox.outbox())).not.toContain('prize');
});

it('sends the link that sets a new password, with the address it belongs to', async () => {
  const user_id = await addUser({ email: 'ada+1@example.org' });
  const issued = issueCode(60_000);
  await react('ResetCodeIssued', { user_id, ...issued });
  const [mail] = await outbox.outbox();
  const url = new URL(/https:\S+/.exec(mail!.text)![0]);
  expect(url.pathname).toBe('/resetpasswordform');
  const token = codeInAddress(user_id, await codeOf(engines.keys, 'recovery', user_id, issued.nonce));
  expect([url.searchParams.get('token'), url.searchParams.get('email')]).toEqual([token, 'ada+1@example.org']);
});

it('sends the link to a new address and a note to the present one, each whatever becomes of the other', async () => {
  const user_id = await addUser();
  const [email, former_email] = ['ada@other.example', 'ada@example.org'];
  const issued = issueCode(60_000);
  await react('EmailChangeAsked', { user_id, ...issued, email, former_email });
  const sent = await outbox.outbox();
  expect(sent.map(({ to }) => to).sort()).toEqual([former_email, email]);
  const link = `${public_url}/confirm-address/${codeInAddress(user_id, await codeOf(engines.keys, 'email-change', user_id, issued.nonce))}`;
  expect(sent.find(({ to }) => to === email)!.text).toContain(`${link}\n`);
  expect(sent.find(({ to }) => to === former_email)!.text).not.toContain(email);

  const refused = { user_id, ...issued, email: 'a@b.ch\r\nBcc: eve@example.org', former_email: 'told@example.org' };
  await expect(react('EmailChangeAsked', refused)).rejects.toMatchObject({ status: 422 });
  await react('EmailChanged', { user_id, nonce: issued.nonce, email, former_email });
  const subjects = (await outbox.outbox()).map(({ to, subject }) => `${to}: ${subject}`);
  expect(subjects).toContain('told@example.org: Another e-mail address was asked for');
  expect(subjects).toContain(`${former_email}: Your e-mail address was changed`);
});

it('sends nothing whose time is over, and nothing to who is gone', async () => {
  const user_id = await addUser();
  await react('ResetCodeIssued', { user_id, ...issueCode(-1) });
  await react('ResetCodeIssued', { user_id: randomUUID(), ...issueCode(60_000) });
  expect(await outbox.outbox()).toEqual([]);
});

it('waits while no mail can be sent, and gives up for good what is no address', async () => {
  const user_id = await addUser();
  const issued = { user_id, ...issueCode(60_000) };
  await expect(react('VerificationCodeIssued', issued, new NoMail())).rejects.toThrow(Unavailable);
  const wrong = await addUser({ email: 'a@b.ch\r\nBcc: eve@example.org' });
  await expect(react('VerificationCodeIssued', { ...issued, user_id: wrong })).rejects.toMatchObject({ status: 422 });
  expect(await outbox.outbox()).toEqual([]);
});

it('ruling 38: sends no invitation of a record whose patient has died, whatever waited', async () => {
  const invite = async (death: object) => {
    const [invitation_id, patient_id, organization_id] = [randomUUID(), randomUUID(), randomUUID()];
    const context = { command_id: randomUUID(), actor: { system: 'test' }, organization_id, patient_id };
    const person = {
      ...{ patient_id, organization_id, first_name: 'Ava', last_name: 'Morgan', sex: 'Female', date_of_birth: '1968-05-02T00:00:00' },
      ...{ city_of_birth: '', country_of_birth: '', social_security_number: '', agreed_to_research: false },
      ...{ fhir_synchronization_enabled: false, comment: 'x' },
    };
    await engines.log.append(`patient-${patient_id}`, [{ type: 'PatientRegistered', data: { ...person, ...death } }], 'any', context);
    const code = issueCode(60_000);
    const data = {
      ...{ invitation_id, invitation_type: 'ClinicInvitesPatient', organization_id, from_organization_id: null, patient_id, user_id: null },
      ...{ email: 'ava@example.org', first_name: 'Ava', last_name: 'Morgan', clinic: null, code },
    };
    await engines.log.append(`invitation-${invitation_id}`, [{ type: 'InvitationSent', data }], 'any', context);
    await react('InvitationSent', data);
    return (await outbox.outbox()).length;
  };
  expect(await invite({ deceased: { source: 'County hospital' } })).toBe(0);
  expect(await invite({})).toBe(1);
});
