/** Transport types of device profiles, in a separate module so that pages can import the names without the schemas. */

export const transportTypes = ['DEFAULT', 'MQTT', 'COAP', 'LWM2M', 'SNMP'] as const
export type TransportType = (typeof transportTypes)[number]

export const provisionTypes = ['DISABLED', 'ALLOW_CREATE_NEW_DEVICES', 'CHECK_PRE_PROVISIONED_DEVICES'] as const
export type ProvisionType = (typeof provisionTypes)[number]

export const defaultTelemetryTopic = 'v1/devices/me/telemetry'
export const defaultAttributesTopic = 'v1/devices/me/attributes'
