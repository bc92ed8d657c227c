/** SNMP requests that a profile sends to its devices, and their frequency. */

import { oidFault as oidError, oidNumberMax, oidNumbers, oidNumbersMax } from '@sonde/model/device-profiles/snmp-oid'
import { wholeNumber } from '../../../device-profiles/whole-number.ts'
import { listOf, numberText, oneOf, type Settings, settingsOf, textOf } from '../../../device-profiles/wire-parts.ts'
import type { Translate } from '../../../locale/texts.ts'
import { newKey, type PlaceErrors, storedKey } from '../../../ui/field/field-places.tsx'
import { tooLong } from '../../../ui/field/text-errors.ts'

export const snmpSpecs = [
  'TELEMETRY_QUERYING',
  'CLIENT_ATTRIBUTES_QUERYING',
  'SHARED_ATTRIBUTES_SETTING',
  'TO_DEVICE_RPC_REQUEST',
] as const
export type SnmpSpec = (typeof snmpSpecs)[number]

/** True for requests that are sent periodically, which have a frequency. */
export const isQuerying = (spec: SnmpSpec): boolean =>
  spec === 'TELEMETRY_QUERYING' || spec === 'CLIENT_ATTRIBUTES_QUERYING'

export const snmpDataTypes = ['STRING', 'LONG', 'BOOLEAN', 'DOUBLE', 'JSON'] as const
export type SnmpDataType = (typeof snmpDataTypes)[number]

export interface SnmpMapping {
  readonly key: string
  readonly oid: string
  /** Name of the value. */
  readonly name: string
  readonly dataType: SnmpDataType
}

export interface SnmpConfig {
  readonly key: string
  readonly spec: SnmpSpec
  readonly frequencyMs: string
  readonly mappings: readonly SnmpMapping[]
}

export interface SnmpDraft {
  readonly timeoutMs: string
  readonly retries: string
  readonly configs: readonly SnmpConfig[]
}

const frequencyInitialMs = 5000

export const emptyMapping = (): SnmpMapping => ({ key: newKey(), oid: '', name: '', dataType: 'STRING' })

export const emptyConfig = (spec: SnmpSpec): SnmpConfig => ({
  key: newKey(),
  spec,
  frequencyMs: String(frequencyInitialMs),
  mappings: [emptyMapping()],
})

export function draftOfSnmp(wire: Settings): SnmpDraft {
  return {
    timeoutMs: numberText(wire.timeoutMs, 500),
    retries: numberText(wire.retries, 0),
    configs: listOf(wire.communicationConfigs)
      .map(settingsOf)
      .map((config, index) => ({
        key: storedKey(index),
        spec: oneOf(config.spec, snmpSpecs, 'TELEMETRY_QUERYING'),
        frequencyMs: numberText(config.queryingFrequencyMs, frequencyInitialMs),
        mappings: listOf(config.mappings)
          .map(settingsOf)
          .map((mapping, at) => ({
            key: storedKey(at),
            oid: textOf(mapping.oid),
            name: textOf(mapping.key),
            dataType: oneOf(mapping.dataType, snmpDataTypes, 'STRING'),
          })),
      })),
  }
}

export function wireOfSnmp(draft: SnmpDraft): Settings {
  return {
    timeoutMs: Number(draft.timeoutMs),
    retries: Number(draft.retries),
    communicationConfigs: draft.configs.map(({ spec, frequencyMs, mappings }) => ({
      spec,
      ...(isQuerying(spec) && { queryingFrequencyMs: Number(frequencyMs) }),
      mappings: mappings.map(({ oid, name, dataType }) => ({ oid: oid.trim(), key: name.trim(), dataType })),
    })),
  }
}

function oidErrorText(oid: string, t: Translate): string | undefined {
  switch (oidError(oid)) {
    case undefined:
      return undefined
    case 'form':
      return t('deviceProfiles.oidInvalid')
    case 'tooMany':
      return t('deviceProfiles.oidTooLong', { count: oidNumbers(oid), max: oidNumbersMax })
    case 'tooLarge':
      return t('deviceProfiles.oidTooLarge', { max: oidNumberMax })
  }
}

export function snmpErrors(draft: SnmpDraft, t: Translate): PlaceErrors {
  const fieldErrors: Record<string, string | undefined> = {
    timeoutMs: wholeNumber(draft.timeoutMs, 0) === undefined ? t('deviceProfiles.wholeFrom0') : undefined,
    retries: wholeNumber(draft.retries, 0) === undefined ? t('deviceProfiles.wholeFrom0') : undefined,
  }
  for (const { key, spec, frequencyMs, mappings } of draft.configs) {
    if (isQuerying(spec) && wholeNumber(frequencyMs, 1) === undefined) {
      fieldErrors[`${key}.frequencyMs`] = t('deviceProfiles.frequencyInvalid')
    }
    if (mappings.length === 0) fieldErrors[`${key}.mappings`] = t('deviceProfiles.mappingNeeded')
    for (const mapping of mappings) {
      fieldErrors[`${key}.${mapping.key}.oid`] = oidErrorText(mapping.oid.trim(), t)
      const isNamed = mapping.name.trim() !== ''
      fieldErrors[`${key}.${mapping.key}.name`] = isNamed ? tooLong(mapping.name, t) : t('deviceProfiles.keyRequired')
    }
  }
  return fieldErrors
}
