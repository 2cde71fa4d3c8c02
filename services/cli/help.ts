/** The text of `anamnesis help`. */
export const help = `anamnesis: clinical records whose memory is their event log

  anamnesis start                                   everything in one process, see PORT, HOST, ANAMNESIS_DATA
  anamnesis start --only app|ocr|fhir-import[,...]  some of it, where other processes of this machine do the rest: needs events, read
                                                    models and jobs on servers; those without app work beside the one with it
  anamnesis gateway [--port 2113] [--host 127.0.0.1] [--data DIR] [--tls-cert F --tls-key F] [--user NAME --password-file F]
                                                    serves the protocol of EventStoreDB on a log of its own
  anamnesis ocr read FILE [--json]                  reads a laboratory report and prints what it found
  anamnesis catalogue import lab-parameters FILE    adds and configures parameters from a CSV file
  anamnesis catalogue import office-parameters FILE the same for what is measured at a visit
  anamnesis catalogue import icd10cm|icd10cm-terms|ndc|rxnorm FILE [--release NAME]
                                                    brings in a release of an official list, plain or gzipped
  anamnesis catalogue search diseases|medications QUERY [--take N] [--json]
                                                    QUERY '-' reads queries from standard input, one JSON answer a line
  anamnesis fhir import FILE... [--organization NAME] [--source NAME] [--json]
                                                    takes FHIR R4 bundles (JSON or NDJSON, plain or gzipped) into a clinic's records
  anamnesis health                                  whether everything moves, and why not; JSON, exit code 1 where something is wrong
  anamnesis projections status                      where read models and reactions stand, and why one waits
  anamnesis parked list [--json]                    what could not be done and waits for somebody: documents, reactions, jobs
  anamnesis parked show ID [--json]                 one of them
  anamnesis parked retry ID                         tries it again, with what waits behind it
  anamnesis parked drop ID --reason TEXT            gives it up for good; what waits behind it goes on
  anamnesis projections rebuild [NAME]              builds one, or all, anew from the log
  anamnesis projections verify [--json]             checks log, keys and every read model against its rebuild; exit code 1 where wrong
  anamnesis files sweep [--remove] [--json]         shows the files that no event has named for seven days; --remove removes them,
                                                    as a running server does once a day
  anamnesis backup DIR                              copies log, keys and files, wherever they are, also while the server runs
  anamnesis restore DIR [--keys DIR]                restores a backup into an empty data folder, and on to the servers that the settings name;
                                                    no server may run there
  anamnesis move --to servers|folder [--only keys,files,events,read-models,jobs] [--json]
                                                    moves everything that the settings name servers for, or these parts, between the
                                                    data folder and the servers; no server may run there
  anamnesis erase patient ID --reason TEXT [--json] erases a record for ever and prints the certificate
  anamnesis erase account NAME --reason TEXT [--json]
                                                    the same of an account, by its username or id; of somebody who worked with records
                                                    name and roles stay
  anamnesis erase again [--json]                    destroys keys and removes files of erased records again, after an older copy of the
                                                    key store or of the files was put back
  anamnesis user add --username NAME --role ROLE [--organization ID] --first-name X --last-name Y --email E --phone N
                                                    asks for the password on standard input
  anamnesis user password --username NAME           sets a new password, read from standard input, to be changed at the next sign-in;
                                                    for admin before a first start that others may reach, too
  anamnesis user second-factor remove NAME          where somebody lost it: the password alone opens the account again
  anamnesis user sign-out NAME                      ends all sessions of a user
  anamnesis user remove-demonstration               removes the demonstration's accounts that have their first password

Settings come from the environment: PORT, HOST, ANAMNESIS_DATA, ANAMNESIS_ENVIRONMENT (local, development, stage, prod),
ANAMNESIS_DEMO (on, off), ANAMNESIS_EVENT_STORE (esdb://...), ANAMNESIS_READ_STORE, ANAMNESIS_FILES and ANAMNESIS_KEYS (mongodb://...),
ANAMNESIS_MESSAGING and ANAMNESIS_OUTGOING (kafka://...), ANAMNESIS_KEY_FILE, ANAMNESIS_OCR_WORKERS, ANAMNESIS_TRUST_PROXY, ANAMNESIS_RATES,
ANAMNESIS_SMTP_URL, ANAMNESIS_MAIL_FROM, ANAMNESIS_PUBLIC_URL,
ANAMNESIS_GATEWAY_PORT, ANAMNESIS_GATEWAY_USER, ANAMNESIS_GATEWAY_PASSWORD_FILE, ANAMNESIS_GATEWAY_TLS_CERT, ANAMNESIS_GATEWAY_TLS_KEY.
ANAMNESIS_EVENT_STORE_FILE, ANAMNESIS_READ_STORE_FILE, ANAMNESIS_FILES_FILE, ANAMNESIS_KEYS_FILE, ANAMNESIS_MESSAGING_FILE,
ANAMNESIS_OUTGOING_FILE and ANAMNESIS_SMTP_URL_FILE name files whose
first line is the value.`;
