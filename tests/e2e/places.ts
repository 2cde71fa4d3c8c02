import type { Page } from 'playwright-core';
import type { Api } from './api.ts';

/** A screen, and how to come to it. */
export interface Place {
  name: string;
  path: string;
  /** What shows that the screen is there. */
  there: (page: Page) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();

/**
 * Every screen there is, as a doctor comes to it by its address.
 * @param morgan the id of the demonstration's first patient
 * @param report one that was read
 */
export const places = async (api: Api, morgan: string, report: { id: string; pages: { id: string }[] }): Promise<Place[]> => {
  const { items } = await api.get<{ items: { id: string }[] }>(`/api/lab-results?patient_id=${morgan}&skip=0&take=1`);
  const treatments = await api.get<{ items: { id: string; draft: boolean }[] }>(`/api/intakes?patient_id=${morgan}&skip=0&take=10`);
  const page = report.pages[0]?.id;
  const chart = (shown: Page) => shown.getByRole('slider', { name: /^Lab results over time/ }).waitFor();
  const scan = (shown: Page) => shown.getByAltText('The page as it was scanned').waitFor();
  return [
    { name: 'the patient list', path: '/patients', there: (shown) => shown.getByRole('row', { name: /Grace/ }).waitFor() },
    {
      name: 'a new patient',
      path: '/patients?add=1',
      there: (shown) => shown.getByRole('dialog', { name: 'Add new patient' }).waitFor(),
    },
    { name: 'patient management', path: '/patients-management', there: heading('Patient management') },
    { name: 'a patient as a chart', path: `/patients/${morgan}`, there: chart },
    {
      name: 'a patient as a list',
      path: `/patients/${morgan}?lab_view=list`,
      there: (shown) => shown.getByRole('row', { name: 'Values of 11/10/2026' }).waitFor(),
    },
    {
      name: 'a new result',
      path: `/patients/${morgan}/lab-results/add`,
      there: (shown) => shown.getByLabel('Date collected', { exact: true }).waitFor(),
    },
    {
      name: 'a result to change',
      path: `/patients/${morgan}/lab-results/${items[0]?.id}`,
      there: (shown) => shown.getByRole('heading', { name: 'History of operations' }).waitFor(),
    },
    {
      name: 'a new treatment',
      path: `/patients/${morgan}/intakes/add`,
      there: (shown) => shown.getByRole('combobox', { name: 'Medication' }).waitFor(),
    },
    {
      name: 'a treatment to change',
      path: `/patients/${morgan}/intakes/${treatments.items[0]?.id}`,
      there: (shown) => shown.getByRole('heading', { name: 'History of operations' }).waitFor(),
    },
    {
      name: 'a change of dosage',
      path: `/patients/${morgan}/intakes/${treatments.items.find(({ draft }) => !draft)?.id}/change-dosage`,
      there: (shown) => shown.getByRole('heading', { name: 'History of operations' }).waitFor(),
    },
    {
      name: 'a patient’s treatments as a list',
      path: `/patients/${morgan}?intakes_view=list`,
      there: (shown) => shown.getByRole('row', { name: /Lipitor/ }).waitFor(),
    },
    {
      name: 'a new diagnosis',
      path: `/patients/${morgan}/diagnoses/add`,
      there: (shown) => shown.getByLabel('Start date', { exact: true }).waitFor(),
    },
    {
      name: 'a patient’s diagnoses as a list',
      path: `/patients/${morgan}?diagnoses_view=list`,
      there: (shown) => shown.getByRole('row', { name: /Essential \(primary\) hypertension/ }).waitFor(),
    },
    {
      name: 'the history of data entry',
      path: `/patients/${morgan}/medical-history`,
      there: (shown) => shown.getByRole('row', { name: /11\/17\/2026 Diagnosis/ }).waitFor(),
    },
    {
      name: 'a new examination',
      path: `/patients/${morgan}/examinations/add`,
      there: (shown) => shown.getByLabel('Add a parameter or a template').waitFor(),
    },
    {
      name: 'a patient’s examinations as a list',
      path: `/patients/${morgan}?examinations_view=list`,
      there: (shown) => shown.getByRole('row', { name: /11\/10\/2026 14:40|11\/10\/2026 08:10/ }).waitFor(),
    },
    { name: 'the reports', path: '/reports', there: (shown) => shown.getByRole('row', { name: /\.pdf/ }).waitFor() },
    { name: 'a page to validate', path: `/ocr-page/${page}`, there: scan },
    { name: 'a page of a report', path: `/reports/${report.id}/page/${page}`, there: scan },
    { name: 'the redirection', path: `/redirect?ids=${page}`, there: scan },
    { name: 'the account', path: '/profile', there: heading('My account') },
    { name: 'nowhere', path: '/nowhere', there: heading('Page not found') },
  ];
};
