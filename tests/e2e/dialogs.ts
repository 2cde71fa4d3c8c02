import type { Page } from 'playwright-core';
import { onDisk } from './unsaved-on-disk.ts';
import type { Place } from './places.ts';
import { chartOf, section } from './sections.ts';
import { until } from './until.ts';

const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name })).waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Opens what a legend row offers for a mouse. */
const legendAction = async (page: Page, title: string, action: RegExp) => {
  const row = section(page, title).getByRole('listitem').first();
  await row.hover();
  await row.getByRole('button', { name: action }).click();
};

/** What opens over a screen, as a place is: `there` opens it too. @param morgan the id of the demonstration's first patient */
export const doctorsDialogs = (morgan: string): Place[] => {
  const record = `/patients/${morgan}`;
  // the section alone that the dialog belongs to: what lies below it has a place of its own
  const results = `${record}?hide=diagnoses,intakes,examinations`;
  const diagnoses = `${record}?hide=intakes,lab-results,examinations&diagnoses_view=list`;
  const treatments = `${record}?hide=diagnoses,lab-results,examinations&intakes_view=list`;
  return [
    {
      name: 'the search for anything',
      path: '/patients',
      there: async (page) => {
        await page.getByRole('row', { name: /Grace/ }).waitFor();
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Search for anything' }).fill('mor');
        await page.getByRole('option', { name: /Morgan/ }).waitFor();
      },
    },
    {
      name: 'the keys',
      path: '/profile',
      there: async (page) => {
        await press(page, 'Helen Hart, Doctor');
        await page.getByRole('menuitem', { name: /^Keys/ }).click();
        await dialog(page, 'Keys');
      },
    },
    {
      name: 'the user’s menu',
      path: '/profile',
      there: async (page) => {
        await press(page, 'Helen Hart, Doctor');
        await page.getByRole('menuitem', { name: 'My account' }).waitFor();
      },
    },
    {
      name: 'the notifications',
      path: '/profile',
      there: async (page) => {
        await press(page, /^Notifications/);
        await page
          .getByText(/^(No notifications available|Comment from patient|OCR finished)$/)
          .first()
          .waitFor();
      },
    },
    {
      name: 'a patient to update',
      path: '/patients',
      there: async (page) => {
        await press(page, /^Update .*Morgan/);
        await dialog(page, 'Update patient');
        await page.getByLabel('First name').last().waitFor();
      },
    },
    {
      name: 'the question before a patient is removed',
      path: '/patients',
      there: async (page) => {
        await press(page, /^Update .*Morgan/);
        await page.getByRole('dialog', { name: 'Update patient' }).getByRole('button', { name: 'Remove' }).click();
        await page.getByText('Patient account will be removed. Do you want to proceed?').waitFor();
      },
    },
    {
      name: 'the settings of a line',
      path: results,
      there: async (page) => {
        await legendAction(page, 'Lab results', /^Settings/);
        await dialog(page, 'Parameters settings');
      },
    },
    {
      name: 'the note of a result',
      path: results,
      there: async (page) => {
        await chartOf(page, 'Lab results').focus();
        for (const key of ['ArrowLeft', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
        await dialog(page, 'Result');
      },
    },
    {
      name: 'one line alone',
      path: results,
      there: async (page) => {
        await legendAction(page, 'Lab results', /^Only this/);
        await section(page, 'Lab results').getByRole('button', { name: 'Back', exact: true }).waitFor();
      },
    },
    {
      name: 'the end of a treatment',
      path: treatments,
      there: async (page) => {
        await section(page, 'Treatments')
          .getByRole('button', { name: /^Stop / })
          .first()
          .click();
        await dialog(page, /^Stop /);
      },
    },
    {
      name: 'drafts to confirm',
      path: diagnoses,
      there: async (page) => {
        await section(page, 'Diagnoses').getByRole('button', { name: 'Confirm all drafts' }).click();
        await dialog(page, /^Confirm/);
      },
    },
    {
      name: 'a date that fits two days',
      path: `${record}/diagnoses/add`,
      there: async (page) => {
        const date = page.getByLabel('Start date', { exact: true });
        await date.fill('3.4.2026');
        await page.getByRole('button', { name: 'Wed Mar 4, 2026', exact: true }).first().waitFor();
      },
    },
    {
      name: 'ranges that are suggested',
      path: `${record}/lab-results/add`,
      there: async (page) => {
        await page.getByLabel('Parameter of row 1').fill('potassium');
        await page.getByRole('option').first().click();
        await page.getByLabel('Value of Potassium').fill('4.4');
        await page
          .getByText(/^Last time|usual range|this patient/i)
          .first()
          .waitFor();
      },
    },
    {
      name: 'an opened row of the history of data entry',
      path: `${record}/medical-history`,
      there: async (page) => {
        await page
          .getByRole('row', { name: /Treatment/ })
          .first()
          .click();
        await page.locator('main dl').first().waitFor();
      },
    },
    {
      name: 'what can be exported',
      path: results,
      there: async (page) => {
        await section(page, 'Lab results').getByRole('button', { name: 'Export' }).click();
        await page.getByRole('menuitem').first().waitFor();
      },
    },
    {
      name: 'the calendar',
      path: `${record}/diagnoses/add`,
      there: async (page) => {
        // a month that begins on a Monday: a day of the month before is shown too
        await page.getByRole('textbox', { name: /^Start date/ }).fill('12/02/2025');
        await press(page, 'Calendar for Start date');
        await page.getByRole('grid').waitFor();
      },
    },
    {
      name: 'a comment',
      path: diagnoses,
      there: async (page) => {
        await section(page, 'Diagnoses')
          .getByRole('button', { name: /^Comment / })
          .first()
          .click();
        await page.getByRole('dialog', { name: /comment/i }).waitFor();
      },
    },
    {
      name: 'a patient’s comment',
      path: diagnoses,
      there: async (page) => {
        await section(page, 'Diagnoses')
          .getByRole('button', { name: /^Show new comment/ })
          .first()
          .click();
        await page.getByRole('dialog', { name: /comment/i }).waitFor();
      },
    },
    {
      name: 'the history of a value',
      path: `${results}&lab_view=list`,
      there: async (page) => {
        await press(page, /^History of/);
        await dialog(page, /^History/);
        await page.getByRole('dialog').getByRole('cell').first().waitFor();
      },
    },
    {
      name: 'the question before a result is removed',
      path: `${results}&lab_view=list`,
      there: async (page) => {
        await section(page, 'Lab results')
          .getByRole('button', { name: /^Remove / })
          .first()
          .click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
    {
      name: 'the upload',
      path: '/reports',
      there: async (page) => {
        await press(page, 'Upload lab results');
        await dialog(page, 'Upload lab results');
      },
    },
    {
      name: 'the question before a report is removed',
      path: '/reports',
      there: async (page) => {
        await press(page, /^Remove .*\.pdf/);
        await page.getByRole('alertdialog').waitFor();
      },
    },
    {
      name: 'a parameter to suggest',
      path: `${record}/examinations/add`,
      there: async (page) => {
        await press(page, 'Suggest new parameter');
        await dialog(page, 'Suggest new');
      },
    },
    {
      name: 'the name of a group',
      path: `${record}/examinations/add`,
      there: async (page) => {
        await page.getByLabel('Add a parameter or a template').fill('weight');
        await page.getByRole('option').first().click();
        await press(page, 'Save as group');
        await dialog(page, 'New group name');
      },
    },
    {
      name: 'the question before a form is left',
      path: `${record}/diagnoses/add`,
      there: async (page) => {
        await page.getByLabel('Start date', { exact: true }).fill('11/20/2026');
        await page.keyboard.press('Escape');
        await page.getByRole('alertdialog').waitFor();
      },
    },
    {
      name: 'what was typed and never saved',
      path: `${record}/diagnoses/add`,
      there: async (page) => {
        await page.getByLabel('Start date', { exact: true }).fill('11/21/2026');
        await until('it is kept', async () => (await onDisk(page)) > 0);
        await page.goto(new URL('/reports', page.url()).href);
        await page
          .getByRole('region', { name: 'Typed and never saved' })
          .getByRole('button', { name: /^Continue: / })
          .first()
          .waitFor();
      },
    },
  ];
};

export const curatorsDialogs = (): Place[] => [
  {
    name: 'lab parameters to merge',
    path: '/lab-params-management',
    there: async (page) => {
      for (const name of ['Hemoglobin', 'Hematocrit']) await page.getByLabel(`Select ${name} for merging`).check({ force: true });
      await press(page, 'Merge');
      await dialog(page, 'MERGING LAB PARAMETERS');
      await page.getByText('Confirm the reasons against merging').waitFor();
    },
  },
  {
    name: 'a lab parameter to configure',
    path: '/lab-params-management',
    there: async (page) => {
      await press(page, 'Edit Hemoglobin');
      await dialog(page, 'Lab parameter configuration');
    },
  },
  {
    name: 'a new office parameter',
    path: '/measurement-params-management',
    there: async (page) => {
      await press(page, 'Add new');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'an office parameter to update',
    path: '/measurement-params-management',
    there: async (page) => {
      await page.getByRole('row').nth(1).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'a new office template',
    path: '/templates-management',
    there: async (page) => {
      await press(page, 'Add new');
      await dialog(page, 'Add New Office Template');
      await page.getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'a new user',
    path: '/users-management',
    there: async (page) => {
      await press(page, 'Add new');
      await dialog(page, 'Add new user');
    },
  },
  {
    name: 'a user to update',
    path: '/users-management',
    there: async (page) => {
      await press(page, 'Edit Helen Hart');
      await page.getByRole('button', { name: 'Set password' }).waitFor();
    },
  },
  {
    name: 'a new organization',
    path: '/organization-management',
    there: async (page) => {
      await press(page, 'Add new');
      await dialog(page, 'Add new organization');
    },
  },
  {
    name: 'an organization to update',
    path: '/organization-management',
    there: async (page) => {
      await press(page, 'Edit Lindenhof Family Practice');
      await page.getByRole('combobox', { name: /^Status/ }).waitFor();
    },
  },
];

export const patientsDialogs = (morgan: string): Place[] => [
  {
    name: 'another e-mail address',
    path: '/profile',
    there: async (page) => {
      await section(page, 'E-mail address').getByRole('button', { name: 'Change' }).click();
      await page.getByLabel('New e-mail address').waitFor();
    },
  },
  {
    name: 'a comment for the doctor',
    path: `/patients/${morgan}?diagnoses_view=list`,
    there: async (page) => {
      await section(page, 'Diagnoses')
        .getByRole('button', { name: /^Comment/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: /comment/i }).waitFor();
    },
  },
];
