import valueStyles from '#web/ui/value.module.css';

/** What is asked about an external record, in the note of a point or a bar. */
export const Questions = ({ of: { asks = [] } }: { of: { asks?: readonly string[] | undefined } }) =>
  asks.map((question) => (
    <div key={question} className={valueStyles.doubtful}>
      {question}
    </div>
  ));
