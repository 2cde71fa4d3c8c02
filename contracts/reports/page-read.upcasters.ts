import type { EventContract } from '../wire/event.ts';

type Row = { field_value: Record<string, unknown>; regions: Record<string, unknown> };
const printed = ({ field_value, regions, ...row }: Row) => {
  const { name, value, range, unit } = field_value;
  const at = (text: unknown, region: unknown) => ({ field_value: text, region });
  return {
    ...row,
    field_value: { name: at(name, regions['name']), value: at(value, regions['value']), range: at(range, regions['range']), unit },
  };
};

/** `PageRead` of older releases. 1: only the unit had its region beside its text, those of the other fields stood in `regions`. */
export const pageReadUpcasters: EventContract['upcasters'] = {
  1: (data) => {
    const recognition = data['recognition'] as { row_data: Row[] };
    return { ...data, recognition: { ...recognition, row_data: recognition.row_data.map(printed) } };
  },
};
