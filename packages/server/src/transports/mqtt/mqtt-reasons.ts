/** MQTT codes that the transport uses. Version 3 has only those of CONNACK and SUBACK. */

/** CONNACK return codes of versions 3.1 and 3.1.1. */
export const ReturnCode = {
  ACCEPTED: 0,
  UNACCEPTABLE_VERSION: 1,
  IDENTIFIER_REJECTED: 2,
  SERVER_UNAVAILABLE: 3,
  NOT_AUTHORISED: 5,
} as const

/** SUBACK code for a filter that the device API doesn't have; version 5 uses 0x8F. */
export const subscriptionRejected = 0x80

/** Reason codes of version 5. */
export const Reason = {
  SUCCESS: 0,
  UNSPECIFIED: 0x80,
  MALFORMED: 0x81,
  PROTOCOL_ERROR: 0x82,
  IMPLEMENTATION: 0x83,
  UNSUPPORTED_VERSION: 0x84,
  CLIENT_ID_INVALID: 0x85,
  NOT_AUTHORISED: 0x87,
  SERVER_UNAVAILABLE: 0x88,
  SERVER_BUSY: 0x89,
  SHUTTING_DOWN: 0x8b,
  BAD_AUTHENTICATION_METHOD: 0x8c,
  KEEP_ALIVE_TIMEOUT: 0x8d,
  TAKEN_OVER: 0x8e,
  TOPIC_FILTER_INVALID: 0x8f,
  TOPIC_NAME_INVALID: 0x90,
  TOPIC_ALIAS_INVALID: 0x94,
  PACKET_TOO_LARGE: 0x95,
  QUOTA_EXCEEDED: 0x97,
  ADMINISTRATIVE: 0x98,
  PAYLOAD_FORMAT_INVALID: 0x99,
  QOS_NOT_SUPPORTED: 0x9b,
  SUBSCRIPTION_IDENTIFIERS_NOT_SUPPORTED: 0xa1,
} as const
