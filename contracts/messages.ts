/** The validation catalogue, in the specification's words, for forms and server alike. */
export const messages = {
  required: 'Field is required',
  parameters: 'You must provide parameters!',
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
  /** @param day MM/DD/YYYY */
  dateAfter: (day: string) => `Date should be after ${day}`,
} as const;
