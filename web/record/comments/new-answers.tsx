import { Button } from '@blueprintjs/core';
import { Chat } from '@blueprintjs/icons';
import { itemOf, type LastComment } from '#contracts/items/comments';
import { useLastComments } from './comment-reads.ts';
import { changedText, titleOf } from '#web/record/history/medical-item.ts';
import { LongDates } from '#web/ui/long-date.tsx';
import { RECORDS } from './comment-dialog.tsx';
import { useCommenting } from './use-commenting.tsx';
import styles from './comments.module.css';

/** Letters of a name that a button has room for: a panel names all its values. */
const SHORT = 60;

/** 'Creatinine, 03/04/2026', or 'lab result, 03/04/2026' where the name is too long. */
const ofItem = (about: LastComment['about'], type: string): string =>
  about ? titleOf(about.name.length <= SHORT ? about : { ...about, name: type }) : type;

/** In the own record of a patient: what the clinic answered and the patient has not seen yet; each leads to what it is about. */
export function NewAnswers({ patientId }: { patientId: string }) {
  const { data } = useLastComments(patientId);
  const commenting = useCommenting(patientId);
  const answered = (data?.items ?? []).filter(({ answers }) => answers > 0);
  return (
    <>
      {answered.length > 0 && (
        <div className={styles.answers} role="status" aria-label="New answers from your clinic">
          {answered.map((last) => {
            const item = itemOf(last);
            if (!item) return null;
            const of = ofItem(last.about, RECORDS[item.type]);
            const words = last.changed_since && changedText(last.changed_since);
            const about = words && words.length <= 2 * SHORT ? words : of;
            return (
              <Button
                key={last.id}
                size="small"
                intent="primary"
                icon={<Chat />}
                text={
                  <>
                    {last.answers > 1 ? `${last.answers} new answers` : 'New answer'} about {about}
                    <LongDates of={about} isLine />
                  </>
                }
                onClick={() => commenting.open({ ...item, of })}
              />
            );
          })}
        </div>
      )}
      {commenting.dialog}
    </>
  );
}
