import { useState } from 'react';
import type { PageRequest } from '#contracts/reports/page-rows';
import { messages } from '#contracts/rules/messages';
import { holdsValues, nameWithoutValues } from '#contracts/lab/requested-names';
import { searchText } from '#contracts/rules/search-text';
import { showInstant } from '#web/lib/dates.ts';
import { RequestParameter } from '#web/record/catalogue/request-parameter.tsx';
import { renamed } from './page-draft.ts';
import { type RowDraft } from './row-draft.ts';

interface Props {
  row: RowDraft;
  request: PageRequest | undefined;
  readOnly: boolean;
  onChange: (update: (row: RowDraft) => RowDraft) => void;
}

/** Name that a row may request: its own, or the printed phrase where another name was taken for it; without values behind it. */
export const askedBy = (row: Pick<RowDraft, 'name' | 'parameter_id' | 'fuzzy_match_from'>): string | undefined =>
  nameWithoutValues((row.parameter_id === null ? row.name : row.fuzzy_match_from) ?? '') || undefined;

export const requestOf = (row: RowDraft, requests: readonly PageRequest[]): PageRequest | undefined => {
  const asked = askedBy(row);
  return asked === undefined ? undefined : requests.find(({ name }) => searchText(name) === searchText(asked));
};

/** Status of the request for the name of a row, with the button that requests it. */
export function RequestNote({ row, request, readOnly, onChange }: Props) {
  const [sent, setSent] = useState<string>();
  const asked = askedBy(row);
  if (asked === undefined || row.ignored) return null;
  const isOriginal = row.parameter_id !== null;
  const hasValues = !isOriginal && holdsValues(row.name);
  const status = sent === asked ? 'PendingApproval' : request?.status;
  const mayAsk = !readOnly && (status === undefined || status === 'AutomaticallyRequested');
  const day = sent === asked || request?.requested_at === undefined ? undefined : showInstant(request.requested_at).slice(0, 10);
  const text = (): string | undefined => {
    if (status === 'PendingApproval') return `${messages.parameterRequested}${day ? ` (requested ${day}, pending)` : ''}`;
    if (status === 'Rejected') return messages.parameterRejected;
    if (hasValues) return messages.parameterNotAsked;
    if (isOriginal) return undefined;
    // the documents' sentence is true once there is a request
    if (status === 'AutomaticallyRequested') return `${messages.parameterMissing}${day ? ` Pending since ${day}.` : ''}`;
    // approved since the page was read
    if (status === 'Approved') return messages.parameterAvailable;
    // requests are not shown to patients
    return readOnly ? 'Not in the catalogue' : 'Not in the catalogue, and not requested yet.';
  };
  const onRequested = () => {
    setSent(asked);
    // the match was wrong, or values stood in the name: from now on the row waits under the name that was asked for
    if (isOriginal || hasValues) onChange((now) => renamed(now, asked));
  };
  return (
    <span>
      {text()}{' '}
      {mayAsk && (
        <RequestParameter
          name={asked}
          id={request?.id}
          isOriginal={isOriginal}
          isRequested={status === 'AutomaticallyRequested'}
          onRequested={onRequested}
        />
      )}
    </span>
  );
}
