/** A message of a device that is refused because too many came; the words are for the log and for answers. */

import { PayloadError } from '@sonde/model/telemetry/payload'

/** Transports refuse it like a payload that they cannot take, each in the words of its wire. */
export class RateLimitExceeded extends PayloadError {}
