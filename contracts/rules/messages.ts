/** The validation catalogue, in the specification's words, for forms and server alike. */
export const messages = {
  required: 'Field is required',
  parameters: 'You must provide parameters!',
  /** The documents name no field for it: asked of nobody, since 'van der Berg' is right (ruling 59). */
  capitalised: 'Each word must start with a capital letter',
  date: 'Must be a correct date',
  positive: 'Must be greater than 0',
  notZero: 'Must be different than 0',
  number: 'Field should be number',
  phone: 'Phone number must be in a proper format',
  format: 'Field should be in a proper format',
  npi: 'NPI should be in a proper format',
  comment: "Comment shouldn't be empty.",
  noRange: "no range defined, it's not possible to normalize value and display it on the plot",
  /** @param limit as it is shown */
  lowerLimitOnly: (limit: string, isOutside = false) => `Lower limit only: ${isOutside ? 'above' : 'at least'} ${limit}`,
  length: (n: number) => `Must be ${n} characters`,
  minLength: (n: number) => `Must be ${n} characters or more`,
  maxLength: (n: number) => `Must be ${n} characters or fewer`,
  trueOrFalse: 'Must be true or false',
  whole: 'Must be a whole number',
  list: 'Must be a list',
  oneOf: (values: readonly unknown[]) => `Must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`,
  atLeast: (limit: number | bigint) => `Must be at least ${limit}`,
  atMost: (limit: number | bigint) => `Must be at most ${limit}`,
  moreThan: (limit: number | bigint) => `Must be more than ${limit}`,
  lessThan: (limit: number | bigint) => `Must be less than ${limit}`,
  minEntries: (n: number | bigint) => `Must have ${n} ${Number(n) === 1 ? 'entry' : 'entries'} or more`,
  maxEntries: (n: number | bigint) => `Must have ${n} ${Number(n) === 1 ? 'entry' : 'entries'} or fewer`,
  /** @param day MM/DD/YYYY */
  dateAfter: (day: string) => `Date should be after ${day}`,
  /** Of a name on a page, as document 3 section 8 says it. */
  parameterMissing: "Parameter not found in the database - we've triggered a request for adding it.",
  parameterRequested: 'Addition to the lab parameters database was already requested',
  parameterRejected: 'It was requested before, and rejected: kept under its printed name',
  noAddress: 'Must not hold a web or mail address. Put a space after a dot',
  link: 'This link is not valid any more. Please ask for a new one',
} as const;
