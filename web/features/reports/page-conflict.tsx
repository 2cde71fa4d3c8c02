import { bornShown } from '#contracts/wire/birth';
import { fullName } from '#web/lib/names.ts';
import { Conflict } from '#web/ui/conflict.tsx';
import { typedHere } from '#web/record/form/typed-here.ts';
import { type PageContent, pageDifferences } from './page-content.ts';
import { usePatientOf } from './page.data.ts';
import type { PageFormState } from './page.state.ts';

/** Somebody else validated the page meanwhile: what was typed beside what was saved, to choose from (ruling 12). */
export function PageConflict({ state, theirs }: { state: PageFormState; theirs: PageContent }) {
  const other = usePatientOf(theirs.patient_id);
  const nameOf = (id: string | null): string => {
    const patient = [state.patient, other].find((each) => each?.id === id);
    return patient ? `${fullName(patient)}, ${bornShown(patient)}` : id === null ? '' : '---';
  };
  const { content, base, resolve } = state;
  const found = pageDifferences(content, theirs, nameOf);
  return <Conflict differences={found} typed={base && typedHere(found, pageDifferences(content, base, nameOf))} onResolve={resolve} />;
}
