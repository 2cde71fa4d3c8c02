import './calendar.css';
import { DatePicker } from '@blueprintjs/datetime';

interface Props {
  /** 'YYYY-MM-DDTHH:mm:ss'. */
  value: string | undefined;
  onPick: (local: string) => void;
}

// the picker speaks English without a locale; its own loader would build an import address at run time
const ownLocale = () => Promise.resolve(undefined);
const two = (n: number) => String(n).padStart(2, '0');

/** A month to pick a day from; loaded when it is opened. */
export default function Calendar({ value, onPick }: Props) {
  const [year, month, day] = (value ?? '').slice(0, 10).split('-').map(Number);
  const selected = year && month && day ? new Date(year, month - 1, day) : null;
  return (
    <DatePicker
      dateFnsLocaleLoader={ownLocale}
      value={selected}
      canClearSelection={false}
      highlightCurrentDay
      minDate={new Date(1900, 0, 1)}
      maxDate={new Date(2050, 11, 31)}
      onChange={(date, isUserChange) => {
        if (date && isUserChange) onPick(`${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`);
      }}
    />
  );
}
