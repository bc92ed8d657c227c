/** Rejection of a device message by a rate limit. The message text is for the log and for responses. */

import { PayloadError } from '@sonde/model/telemetry/payload'

/** Transports handle it like an invalid payload, each with the error of its protocol. */
export class RateLimitExceeded extends PayloadError {}
