import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { dialog, isGone, type Part, press, rowsOf } from './find.ts';
import { screensOf } from './screens.tsx';

const HEADER = 'code,primary name,aliases,unit,min,max';
const HEIGHT = '8302-2,Body height,Height|Ht|Stature|Length,cm,40,250';
const listOf = (...rows: string[]) => new File([`${[HEADER, ...rows].join('\n')}\n`], 'ours.csv');
const choose = async (file: File, form: Part) => userEvent.upload(await form.findByLabelText('File of the list'), file);
const opens = async (what: string) => {
  await press('Import');
  return dialog(`Import ${what}`, 'dialog');
};
/** The button below, not the cross above. */
const close = async (form: Part) => userEvent.click((await form.findAllByRole('button', { name: 'Close' })).at(-1)!);
const importButton = (form: Part) => form.findByRole('button', { name: /^Import/ });

describe('a super user imports a list', () => {
  const screens = screensOf('admin');
  const open = async () => {
    screens.open('/measurement-params-management');
    await screen.findByText('Systolic blood pressure');
    return opens('office parameters');
  };

  it('after it was shown what is added, changed and left out, and why', async () => {
    const form = await open();
    expect(await importButton(form)).toHaveProperty('disabled', true);
    await choose(listOf(',Thumb grip,,kg,,', '8867-4,Heart rate,Pulsschlag,/min,60,100', ',Twice,,,,', ',twice,,,,', HEIGHT), form);
    await form.findByText('Nothing is imported yet. 2 rows are left out.');
    expect(form.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual(['Conflicting 2']);
    expect(rowsOf(form.element)).toEqual(['4TwiceLine 5 names the same', '5twiceLine 4 names the same']);
    await press('Changed 1', form);
    expect(rowsOf(form.element)[0]).toMatch(/^3Heart rate.*aliases: .*becomes .*Pulsschlag/);
    await press('Added 1', form);
    expect(rowsOf(form.element)[0]).toMatch(/^2Thumb gripprimary name: Thumb gripunit: kg/);
    await press('Unchanged 1', form);
    expect(rowsOf(form.element)).toEqual(['6Body height']);

    await press('Import 2 rows', form);
    await form.findByText('1 added, 1 changed. 2 rows are left out.');
    await close(form);
    await isGone('Import office parameters');
    await screen.findByText('Thumb grip');
  });

  it('and sees what the file does now where the catalogue changed meanwhile', async () => {
    const form = await open();
    await choose(listOf(',Reach,,cm,,'), form);
    await form.findByText('Nothing is imported yet.');
    await screens.api.send('POST', '/api/measurement-parameters', { name: 'Reach', description: 'in' });
    await press('Import 1 row', form);
    await form.findByText(/^The catalogue changed since this was shown/);
    await form.findByRole('button', { name: 'Changed 1' });
    expect(rowsOf(form.element)[0]).toMatch(/unit: in.*cm/);
    await press('Import 1 row', form);
    await form.findByText('0 added, 1 changed.');
  });

  it('and is told what is wrong with a file', async () => {
    const form = await open();
    await choose(new File(['patient,born\nA,B\n'], 'people.csv'), form);
    expect((await form.findByRole('alert')).textContent).toMatch(/this is no list of office parameters.*missing: /);
    await choose(Object.defineProperty(listOf(), 'size', { value: 21 * 1024 * 1024 }), form);
    await form.findByText('ours.csv is larger than 20 MB');
    await choose(listOf(HEIGHT), form);
    await form.findByText('The file changes nothing.');
    expect([form.queryByRole('alert'), (await importButton(form)).hasAttribute('disabled')]).toEqual([null, true]);
  });

  it('and sends the same again where the server could not be reached', async () => {
    const form = await open();
    await choose(listOf(',Elbow,,cm,,'), form);
    await form.findByText('Nothing is imported yet.');
    screens.answer(/\/import$/, 'failed');
    await press('Import 1 row', form);
    await form.findByText('Something failed');
    screens.answerAll();
    await press('Import 1 row', form);
    await form.findByText('1 added, 0 changed.');
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('of templates too', async () => {
    screens.open('/templates-management');
    await screen.findByText('Vital signs');
    const form = await opens('office templates');
    await choose(new File(['template name;parameters\nStature;Body height|Body weight\nNothing;\n'], 'ours.csv'), form);
    await form.findByText('parameter ids: You must provide parameters!');
    await press('Import 1 row', form);
    await form.findByText('1 added, 0 changed. 1 row is left out.');
    await close(form);
    await screen.findByText('Stature');
  });
});

describe('a super user imports lab parameters', () => {
  const screens = screensOf('admin');

  it('with their ranges, and sees whose name a row has', async () => {
    screens.open('/lab-params-management');
    await screen.findByText('Albumin');
    const form = await opens('lab parameters');
    const header =
      'code,primary name,aliases,unit,normalization type,scale divider,default,ignored during validation,sex,age from,age below,min,max';
    const rows = [',Zonulin,,ng/mL,,,,,,,,0,48', ',Zonulin,,ng/mL,,,,,Female,6 mo,2 y,0,60', ',Antizonulin,Albumin,ng/mL,,,,,,,,,'];
    await choose(new File([[header, ...rows].join('\n')], 'ours.csv'), form);
    await form.findByText('Nothing is imported yet. 1 row is left out.');
    expect(rowsOf(form.element)).toEqual([expect.stringMatching(/^4Antizonulin'Albumin' is a name of 'Albumin'/)]);
    await press('Added 1', form);
    expect(rowsOf(form.element)[0]).toMatch(/usual ranges: adult: 0 to 48; Female, from 6 mo below 2 y: 0 to 60/);
    await press('Import 1 row', form);
    await form.findByText('1 added, 0 changed. 1 row is left out.');
  });
});

describe('an administrator of a clinic', () => {
  const screens = screensOf('administrator');

  it('takes the list of templates along, and imports none', async () => {
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined });
    HTMLAnchorElement.prototype.click = function click() {
      saved.push(this.download);
    };
    screens.open('/templates-management');
    await press('Export');
    await waitFor(() => expect(saved).toEqual(['examination-templates.csv']));
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });
});
