/** A device's own transport settings: the address of its SNMP agent and its power saving. */

import { type TransportType, transportTypes } from '@sonde/model/device-profiles/profile-types'
import { draftOfPower, type PowerDraft, powerErrors, wireOfPower } from '../../../device-profiles/power-input.ts'
import { wholeNumber } from '../../../device-profiles/whole-number.ts'
import { numberText, oneOf, type Settings, settingsOf, textOf } from '../../../device-profiles/wire-parts.ts'
import type { Translate } from '../../../locale/texts.ts'
import { errorsBelow, type PlaceErrors } from '../../../ui/field/field-places.tsx'

export const snmpVersions = ['V1', 'V2C', 'V3'] as const
export const authenticationProtocols = ['SHA_1', 'SHA_224', 'SHA_256', 'SHA_384', 'SHA_512', 'MD5'] as const
export const privacyProtocols = ['DES', 'AES_128', 'AES_192', 'AES_256'] as const

const portMax = 65_535

/** SNMP settings as entered. */
export interface SnmpTargetDraft {
  readonly host: string
  readonly port: string
  readonly version: (typeof snmpVersions)[number]
  /** Only for SNMP v1 and v2c; the following fields are only for v3. */
  readonly community: string
  readonly username: string
  readonly securityName: string
  readonly authenticationProtocol: (typeof authenticationProtocols)[number]
  readonly authenticationPassphrase: string
  readonly privacyProtocol: (typeof privacyProtocols)[number]
  readonly privacyPassphrase: string
  readonly contextName: string
  readonly engineId: string
}

/** Settings of every transport, so that switching between profiles loses no input. */
export interface DeviceTransportDraft {
  /** Transport of the selected profile. */
  readonly type: TransportType
  readonly snmp: SnmpTargetDraft
  /** Power saving, for CoAP and LwM2M. */
  readonly power: PowerDraft
}

/** True for transports that have settings per device. */
export const hasDeviceSettings = ({ type }: DeviceTransportDraft): boolean =>
  type === 'COAP' || type === 'LWM2M' || type === 'SNMP'

export function draftOfDeviceTransport(wire: unknown): DeviceTransportDraft {
  const settings = settingsOf(wire)
  return {
    type: oneOf(settings.type, transportTypes, 'DEFAULT'),
    snmp: {
      host: textOf(settings.host, 'localhost'),
      port: numberText(settings.port, 161),
      version: oneOf(settings.protocolVersion, snmpVersions, 'V2C'),
      community: textOf(settings.community, 'public'),
      username: textOf(settings.username),
      securityName: textOf(settings.securityName, 'public'),
      authenticationProtocol: oneOf(settings.authenticationProtocol, authenticationProtocols, 'SHA_512'),
      authenticationPassphrase: textOf(settings.authenticationPassphrase),
      privacyProtocol: oneOf(settings.privacyProtocol, privacyProtocols, 'DES'),
      privacyPassphrase: textOf(settings.privacyPassphrase),
      contextName: textOf(settings.contextName),
      engineId: textOf(settings.engineId),
    },
    power: draftOfPower(settings, ''),
  }
}

/** Request body; null for settings that the SNMP version doesn't use. */
function wireOfSnmpTarget(draft: SnmpTargetDraft): Settings {
  const isThree = draft.version === 'V3'
  const ofThree = (text: string) => (isThree ? text : null)
  return {
    host: draft.host.trim(),
    port: wholeNumber(draft.port, 0, portMax),
    protocolVersion: draft.version,
    community: isThree ? null : draft.community.trim(),
    username: ofThree(draft.username.trim()),
    securityName: ofThree(draft.securityName.trim()),
    contextName: ofThree(draft.contextName.trim()),
    authenticationProtocol: ofThree(draft.authenticationProtocol),
    authenticationPassphrase: ofThree(draft.authenticationPassphrase),
    privacyProtocol: ofThree(draft.privacyProtocol),
    privacyPassphrase: ofThree(draft.privacyPassphrase),
    engineId: ofThree(draft.engineId.trim()),
  }
}

/** Request body. Properties of `stored` that the form does not know are preserved if the transport is the same. */
export function wireOfDeviceTransport(
  draft: DeviceTransportDraft,
  stored: unknown,
): { readonly type: string } & Settings {
  const { type } = draft
  const before = settingsOf(stored)
  const rest = before.type === type ? before : {}
  switch (type) {
    case 'DEFAULT':
    case 'MQTT':
      return { ...rest, type }
    case 'COAP':
    case 'LWM2M':
      return { ...rest, ...wireOfPower(draft.power), type }
    case 'SNMP':
      return { ...rest, ...wireOfSnmpTarget(draft.snmp), type }
  }
}

function snmpTargetErrors(draft: SnmpTargetDraft, t: Translate): PlaceErrors {
  const needed = (text: string) => (text.trim() === '' ? t('settings.required') : undefined)
  const common = {
    host: needed(draft.host),
    port: wholeNumber(draft.port, 0, portMax) === undefined ? t('devices.snmpPortInvalid') : undefined,
  }
  if (draft.version !== 'V3') return { ...common, community: needed(draft.community) }
  return {
    ...common,
    username: needed(draft.username),
    securityName: needed(draft.securityName),
    authenticationPassphrase: needed(draft.authenticationPassphrase),
    privacyPassphrase: needed(draft.privacyPassphrase),
  }
}

/** Errors in the settings of the profile's transport. */
export function deviceTransportErrors(draft: DeviceTransportDraft, t: Translate): PlaceErrors {
  switch (draft.type) {
    case 'COAP':
    case 'LWM2M':
      return errorsBelow('power', powerErrors(draft.power, t))
    case 'SNMP':
      return snmpTargetErrors(draft.snmp, t)
    case 'DEFAULT':
    case 'MQTT':
      return {}
  }
}
