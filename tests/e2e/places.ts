import type { Page } from 'playwright-core';
import type { Api } from './api.ts';
import { until } from './until.ts';

/** A screen, and how to come to it. */
export interface Place {
  name: string;
  path: string;
  /** What shows that the screen is there. */
  there: (page: Page) => Promise<unknown>;
}

/** The demonstration's report, once it is read. */
export const demonstrationReport = (api: Api) =>
  until(
    'the demonstration report is read',
    async () => {
      const { items } = await api.get<{ items: { id: string; name: string; status: string; pages: { id: string }[] }[] }>(
        '/api/ocr?skip=0&take=10',
      );
      return items.find(({ name, status }) => name.endsWith('.pdf') && status === 'Finished');
    },
    120_000,
  );

/** The four sections of a record, each as a list. */
const lists = async (page: Page) => {
  for (const name of [/Values of 11\/10\/2026/, /Lipitor/, /Essential \(primary\) hypertension/, /11\/10\/2026 14:40|11\/10\/2026 08:10/])
    await page.getByRole('row', { name }).first().waitFor();
};

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
      name: 'a patient as lists',
      path: `/patients/${morgan}?lab_view=list&intakes_view=list&diagnoses_view=list&examinations_view=list`,
      there: lists,
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
      name: 'a new diagnosis',
      path: `/patients/${morgan}/diagnoses/add`,
      there: (shown) => shown.getByLabel('Start date', { exact: true }).waitFor(),
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
    { name: 'the trends', path: `/patients/${morgan}/trends`, there: heading('Trends') },
    { name: 'what waits', path: '/worklist', there: (shown) => shown.getByRole('region', { name: 'Drafts' }).waitFor() },
    { name: 'the reports', path: '/reports', there: (shown) => shown.getByRole('row', { name: /\.pdf/ }).waitFor() },
    { name: 'a page to validate', path: `/ocr-page/${page}`, there: scan },
    { name: 'a page of a report', path: `/reports/${report.id}/page/${page}`, there: scan },
    { name: 'a page to look at', path: `/page-preview?page_id=${page}`, there: scan },
    { name: 'the redirection', path: `/redirect?ids=${page}`, there: scan },
    { name: 'the account', path: '/profile', there: heading('My account') },
    { name: 'nowhere', path: '/nowhere', there: heading('Page not found') },
  ];
};

/** What only a super user comes to, besides the reports and the account. */
export const curatorsPlaces = (): Place[] => [
  { name: 'the requests for lab parameters', path: '/lab-params-requests-management', there: heading('Lab parameters requests') },
  { name: 'the lab parameters', path: '/lab-params-management', there: (shown) => shown.getByRole('row').nth(1).waitFor() },
  { name: 'the office parameters', path: '/measurement-params-management', there: (shown) => shown.getByRole('row').nth(1).waitFor() },
  {
    name: 'the requested office parameters',
    path: '/measurement-params-management?tab=pending',
    there: heading('Global office parameters'),
  },
  { name: 'the office templates', path: '/templates-management', there: (shown) => shown.getByRole('row').nth(1).waitFor() },
  { name: 'the users', path: '/users-management', there: (shown) => shown.getByRole('row').nth(1).waitFor() },
  { name: 'the organizations', path: '/organization-management', there: (shown) => shown.getByRole('row').nth(1).waitFor() },
  { name: 'the reports of a super user', path: '/reports', there: heading('Reports') },
];

/** What a patient comes to. @param morgan the own record */
export const patientsPlaces = (morgan: string): Place[] => [
  {
    name: 'the own record as a chart',
    path: `/patients/${morgan}`,
    there: (shown) => shown.getByRole('slider', { name: /^Lab results over time/ }).waitFor(),
  },
  {
    name: 'the own record as lists',
    path: `/patients/${morgan}?lab_view=list&intakes_view=list&diagnoses_view=list&examinations_view=list`,
    there: lists,
  },
  { name: 'the own history of data entry', path: `/patients/${morgan}/medical-history`, there: heading('History of Data Entry') },
  { name: 'the own trends', path: `/patients/${morgan}/trends`, there: heading('Trends') },
  { name: 'the account of a patient', path: '/profile', there: heading('My account') },
];
