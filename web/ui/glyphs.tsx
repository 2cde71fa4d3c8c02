/** Signs that the font's latin set lacks, drawn at the height of the text. */

/** The arrow of a value outside its range. */
export function OutOfRange({ standing }: { standing: 'low' | 'high' }) {
  return (
    <svg className="glyph" viewBox="0 0 10 10" role="img" aria-label={standing === 'high' ? 'above range' : 'below range'}>
      <path d={standing === 'high' ? 'M5 1 9.3 9H.7Z' : 'M5 9 .7 1h8.6Z'} fill="currentColor" />
    </svg>
  );
}

/** '≤' or '≥'. */
export function OrEqual({ sign }: { sign: '<=' | '>=' }) {
  return (
    <svg className="glyph" viewBox="0 0 10 10" role="img" aria-label={sign === '<=' ? 'at most' : 'at least'}>
      <path
        d={sign === '<=' ? 'M8.5 1 2 4l6.5 3M1.5 9.2h7.5' : 'M1.5 1 8 4 1.5 7M1 9.2h7.5'}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.2"
      />
    </svg>
  );
}
