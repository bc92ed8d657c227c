/** Form of a profile's transport settings: draft, validation and request body. */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import {
  defaultAttributesTopic,
  defaultTelemetryTopic,
  type TransportType,
} from '@sonde/model/device-profiles/profile-types'
import { draftOfPower, type PowerDraft, powerErrors, wireOfPower } from '../../../device-profiles/power-input.ts'
import { type Settings, settingsOf, textOf } from '../../../device-profiles/wire-parts.ts'
import type { Translate } from '../../../locale/texts.ts'
import { errorsBelow, type PlaceErrors } from '../../../ui/field/field-places.tsx'
import { draftOfLwm2m, type Lwm2mDraft, lwm2mErrors, wireOfLwm2m } from './lwm2m-input.ts'
import { draftOfPayload, type PayloadDraft, payloadErrors, wireOfPayload } from './payload-input.ts'
import { draftOfSnmp, type SnmpDraft, snmpErrors, wireOfSnmp } from './snmp-input.ts'
import { type TopicsDraft, topicErrors } from './topic-input.ts'

export interface MqttDraft extends TopicsDraft {
  readonly payload: PayloadDraft
}

export interface CoapDraft {
  /** The devices are sensors with Efento's protocol. */
  readonly isEfento: boolean
  readonly payload: PayloadDraft
  readonly power: PowerDraft
}

/** Settings of every transport, so that switching between transports loses no input. */
export interface TransportDraft {
  readonly transportType: TransportType
  readonly mqtt: MqttDraft
  readonly coap: CoapDraft
  readonly lwm2m: Lwm2mDraft
  readonly snmp: SnmpDraft
}

type Stored = Pick<DeviceProfile, 'transportType' | 'profileData'>

function settingsOfType({ transportType, profileData }: Stored, wanted: TransportType): Settings {
  return transportType === wanted ? settingsOf(profileData.transportConfiguration) : {}
}

export function draftOfTransport(stored: Stored): TransportDraft {
  const mqtt = settingsOfType(stored, 'MQTT')
  const coap = settingsOfType(stored, 'COAP')
  const device = settingsOf(coap.coapDeviceTypeConfiguration)
  return {
    transportType: stored.transportType,
    mqtt: {
      telemetryTopic: textOf(mqtt.deviceTelemetryTopic, defaultTelemetryTopic),
      attributesTopic: textOf(mqtt.deviceAttributesTopic, defaultAttributesTopic),
      payload: draftOfPayload(mqtt.transportPayloadTypeConfiguration),
    },
    coap: {
      isEfento: device.coapDeviceType === 'EFENTO',
      payload: draftOfPayload(device.transportPayloadTypeConfiguration),
      power: draftOfPower(coap.clientSettings),
    },
    lwm2m: draftOfLwm2m(settingsOfType(stored, 'LWM2M')),
    snmp: draftOfSnmp(settingsOfType(stored, 'SNMP')),
  }
}

/** `stored`: its properties that the form does not know are preserved. */
export function wireOfTransport(draft: TransportDraft, stored: Stored | null): { readonly type: string } & Settings {
  const { transportType: type, mqtt, coap, lwm2m, snmp } = draft
  const rest = stored ? settingsOfType(stored, type) : {}
  switch (type) {
    case 'DEFAULT':
      return { ...rest, type }
    case 'MQTT':
      return {
        ...rest,
        type,
        deviceTelemetryTopic: mqtt.telemetryTopic.trim(),
        deviceAttributesTopic: mqtt.attributesTopic.trim(),
        transportPayloadTypeConfiguration: wireOfPayload(mqtt.payload, true),
      }
    case 'COAP':
      return {
        ...rest,
        type,
        coapDeviceTypeConfiguration: coap.isEfento
          ? { coapDeviceType: 'EFENTO' }
          : { coapDeviceType: 'DEFAULT', transportPayloadTypeConfiguration: wireOfPayload(coap.payload, false) },
        clientSettings: wireOfPower(coap.power),
      }
    case 'LWM2M':
      return { ...wireOfLwm2m(lwm2m), type }
    case 'SNMP':
      return { ...rest, ...wireOfSnmp(snmp), type }
  }
}

/** Errors in the settings of the selected transport. */
export function transportErrors(draft: TransportDraft, t: Translate): PlaceErrors {
  switch (draft.transportType) {
    case 'DEFAULT':
      return {}
    case 'MQTT':
      return { ...topicErrors(draft.mqtt, t), ...errorsBelow('payload', payloadErrors(draft.mqtt.payload, t)) }
    case 'COAP':
      return {
        ...(draft.coap.isEfento ? {} : errorsBelow('payload', payloadErrors(draft.coap.payload, t))),
        ...errorsBelow('power', powerErrors(draft.coap.power, t)),
      }
    case 'LWM2M':
      return lwm2mErrors(draft.lwm2m, t)
    case 'SNMP':
      return snmpErrors(draft.snmp, t)
  }
}
