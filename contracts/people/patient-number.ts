/** What the reservation of a social security number is called; the refusal of a taken one names the field of that name. */
export const SOCIAL_SECURITY_NUMBER = 'social-security-number';

/** The value that is reserved: a number is unique within its clinic only. @param digits nine digits, no dashes */
export const numberWithin = (organization_id: string, digits: string): string => `${organization_id}:${digits}`;
