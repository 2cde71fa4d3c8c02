import type { LabParameterStatus, LabParameterView } from '#contracts/lab/lab-parameters';
import type { UsualRange } from '#contracts/lab/usual-ranges';
import { NORMALIZATIONS } from '#web/lib/normalization-names.ts';
import { showRange } from '#web/lib/numbers.ts';
import type { TagKind } from '#web/ui/tags.tsx';

/** As the documents label them. */
export const STATUSES: Readonly<Record<LabParameterStatus, { label: string; kind: TagKind }>> = {
  Approved: { label: 'approved', kind: 'done' },
  PendingApproval: { label: 'Pending Approval', kind: 'needs' },
  AutomaticallyRequested: { label: 'not reviewed', kind: 'waiting' },
  Rejected: { label: 'rejected', kind: 'failed' },
};

/** 'Arithmetic', with the divider where it changes anything. */
export const normalizationOf = ({
  normalization_type,
  scale_divider,
}: Pick<LabParameterView, 'normalization_type' | 'scale_divider'>): string =>
  `${NORMALIZATIONS[normalization_type]}${scale_divider === 1 ? '' : `, divided by ${scale_divider}`}`;

export const yesNo = (is: boolean): string => (is ? 'Yes' : 'No');

const agesOf = ({ age_from, age_below }: Pick<UsualRange, 'age_from' | 'age_below'>): string => {
  if (age_from && age_below) return `${age_from} to under ${age_below}`;
  if (age_from) return `from ${age_from}`;
  return age_below ? `under ${age_below}` : '';
};

/** 'Female, from 18 y: 12–16'. */
export const rangeInWords = (range: Pick<UsualRange, 'sex' | 'age_from' | 'age_below' | 'min' | 'max'>): string => {
  const whose = [range.sex, agesOf(range)].filter(Boolean).join(', ');
  const limits = showRange(range.min, range.max);
  return whose === '' ? limits : `${whose}: ${limits}`;
};
