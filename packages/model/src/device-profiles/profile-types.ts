/** How devices of a profile connect: apart from its schema, for pages that need no more than the names. */

export const transportTypes = ['DEFAULT', 'MQTT', 'COAP', 'LWM2M', 'SNMP'] as const
export type TransportType = (typeof transportTypes)[number]

export const provisionTypes = ['DISABLED', 'ALLOW_CREATE_NEW_DEVICES', 'CHECK_PRE_PROVISIONED_DEVICES'] as const
export type ProvisionType = (typeof provisionTypes)[number]

export const defaultTelemetryTopic = 'v1/devices/me/telemetry'
export const defaultAttributesTopic = 'v1/devices/me/attributes'
