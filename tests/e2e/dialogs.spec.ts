import { curatorsDialogs, doctorsDialogs, patientsDialogs } from './dialogs.ts';
import { expectNoFaults, inParts, WIDTHS_OF_DIALOGS } from './faultless.ts';
import { recordOnStage } from './record.ts';
import { alone, describeInBrowser } from './stage.ts';

/** A doctor's dialogs are many. */
const PARTS = 4;

describeInBrowser('every dialog, with axe and at every width', () => {
  const on = recordOnStage();

  for (const part of Array.from({ length: PARTS }, (_, index) => index))
    alone(`dialogs of a doctor, part ${part + 1} of ${PARTS}`, () =>
      expectNoFaults(on.stage, 'doctor', inParts(doctorsDialogs(on.morgan), PARTS)[part]!, WIDTHS_OF_DIALOGS),
    );
  alone('dialogs of a super user', () => expectNoFaults(on.stage, 'admin', curatorsDialogs(), WIDTHS_OF_DIALOGS));
  alone('dialogs of a patient', () => expectNoFaults(on.stage, 'patient', patientsDialogs(on.morgan), WIDTHS_OF_DIALOGS));
});
