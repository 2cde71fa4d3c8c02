import { Button } from '@blueprintjs/core';
import { readTypedValue } from '#contracts/typed-value';
import { fuzzyText, type RowDraft, type rowErrors, typedIn } from './page-draft.ts';

interface Props {
  row: RowDraft;
  errors: ReturnType<typeof rowErrors>;
  warnings: string;
  readOnly: boolean;
  onChange: (update: (row: RowDraft) => RowDraft) => void;
}

/** Below a row: how it is read, and what is asked or wrong about it. Nothing where all is plain. */
export function RowNotes({ row, errors, warnings, readOnly, onChange }: Props) {
  const value = readTypedValue(row.value);
  const wrong = [errors.name, errors.min ?? errors.max].filter((text) => text !== undefined);
  const isManual = row.region === undefined && row.name.trim() !== '' && row.parameter_id !== null;
  return (
    <div className="ocr-notes" id={`${row.id}-notes`}>
      {!row.ignored && !readOnly && value.kind === 'ambiguous' && (
        <p className="field-error" role="alert">
          Is it{' '}
          {value.readings.map((reading, index) => (
            <Button
              key={reading}
              size="small"
              text={reading}
              aria-label={`It is ${reading}${index === 0 ? '' : ', with a thousands separator'}`}
              onClick={() => onChange((now) => typedIn(now, 'value', { value: `${value.comparator ?? ''}${reading}` }))}
            />
          ))}{' '}
          ?
        </p>
      )}
      {wrong.map((text) => (
        <p key={text} className="field-error">
          {text}
        </p>
      ))}
      {!row.ignored && warnings !== '' && <p className="ocr-asks">{warnings}</p>}
      {!row.ignored && value.kind === 'text' && row.value !== row.read && <p>Read as words: {value.text}</p>}
      {!row.ignored && row.fuzzy_match_from !== undefined && !row.doubts.includes('fuzzy-name') && <p>{fuzzyText(row)}</p>}
      {!row.ignored && isManual && <p>Added by hand</p>}
      {row.ignored && <p>Ignored: not saved</p>}
    </div>
  );
}
