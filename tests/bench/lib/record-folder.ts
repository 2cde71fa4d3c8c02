import { randomUUID } from 'node:crypto';
import type { Accepted } from '#contracts/wire/command';
import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { readSettings } from '#infra/config/configuration';
import { clinic, DEMO_PASSWORD, demoId } from '#services/cli/demo/clinic';
import { openKernel } from '#services/cli/kernel';
import { newPatient } from './clinic-users.ts';
import { HttpUser } from './http-client.ts';
import { type Catalogues, LongRecord } from './long-record.ts';
import { startProduct } from './product.ts';

const IN_FLIGHT = 64;

interface Page<T> {
  items: T[];
}

/** A data folder of the demonstration clinic with further patients of so many items each; answers their ids in that order. */
export const fillRecords = async (data: string, sizes: readonly number[]): Promise<string[]> => {
  const product = await startProduct(data);
  const user = new HttpUser(product.url);
  await user.signIn('doctor', DEMO_PASSWORD);
  const patients: string[] = [];
  for (const [n] of sizes.entries()) patients.push((await user.post<Accepted>('/api/patients', newPatient(n))).id);
  const labs = await user.get<Page<LabParameterView>>('/api/lab-parameters?status=Approved&skip=0&take=100');
  const office = await user.get<Page<MeasurementParameterView>>('/api/measurement-parameters?skip=0&take=50');
  user.close();
  await product.stop();
  const measurements = office.items.filter(({ state, normalization_type }) => state === 0 && normalization_type !== 'Bmi');
  await append(data, patients, sizes, { parameters: labs.items, measurements });
  return patients;
};

const append = async (data: string, patients: readonly string[], sizes: readonly number[], catalogues: Catalogues): Promise<void> => {
  const kernel = await openKernel(readSettings({ ANAMNESIS_DATA: data }), (error) => {
    throw error;
  });
  const actor = { user_id: demoId('user/doctor'), role: 'Doctor' };
  try {
    for (const [n, patient_id] of patients.entries()) {
      let waiting: Promise<unknown>[] = [];
      const scope = { organization_id: clinic.organization_id, patient_id };
      for (const { stream, events } of new LongRecord(patient_id, sizes[n]!, Date.now(), catalogues).all()) {
        waiting.push(kernel.log.append(stream, events, 'no-stream', { command_id: randomUUID(), actor, ...scope }));
        if (waiting.length < IN_FLIGHT) continue;
        await Promise.all(waiting);
        waiting = [];
      }
      await Promise.all(waiting);
    }
  } finally {
    await kernel.close();
  }
};
