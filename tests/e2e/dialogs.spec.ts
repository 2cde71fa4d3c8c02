import { apiAs, patientId } from './api.ts';
import { curatorsDialogs, doctorsDialogs, patientsDialogs } from './dialogs.ts';
import { expectNoFaults, inParts, WIDTHS_OF_DIALOGS } from './faultless.ts';
import { alone, describeInBrowser, openStage, type Stage } from './stage.ts';

/** A doctor's dialogs are many. */
const PARTS = 4;

describeInBrowser('every dialog, with axe and at every width', () => {
  let stage: Stage;
  let morgan: string;

  beforeAll(async () => {
    stage = await openStage();
    morgan = await patientId(await apiAs(stage.server.url, 'doctor'), 'Morgan');
  });
  afterAll(() => stage?.close());

  for (const part of Array.from({ length: PARTS }, (_, index) => index))
    alone(`dialogs of a doctor, part ${part + 1} of ${PARTS}`, () =>
      expectNoFaults(stage, 'doctor', inParts(doctorsDialogs(morgan), PARTS)[part]!, WIDTHS_OF_DIALOGS),
    );
  alone('dialogs of a super user', () => expectNoFaults(stage, 'admin', curatorsDialogs(), WIDTHS_OF_DIALOGS));
  alone('dialogs of a patient', () => expectNoFaults(stage, 'patient', patientsDialogs(morgan), WIDTHS_OF_DIALOGS));
});
