/** Fields of the form: what their text means, and what is wrong with it. */

import { doesSomething } from '@sonde/model/dashboards/known-functions'
import { resultText } from '@sonde/model/dashboards/series-column'
import {
  type MultipleInputKey,
  readMultipleInputKey,
} from '@sonde/model/widgets/input-widgets/update-multiple-attributes'
import type { EntityInfo, LatestView, NamedFunction } from '../../../dashboards/widget-api.ts'
import { localText, parseLocal } from '../../../ui/date-time/local-time.ts'

export type ValueScope = 'SERVER_SCOPE' | 'SHARED_SCOPE' | 'TIME_SERIES'

export interface InputField {
  /** Unique among the fields of the widget. */
  readonly id: string
  readonly datasourceIndex: number
  readonly key: string
  readonly label: string
  readonly entity: EntityInfo
  readonly scope: ValueScope
  readonly settings: MultipleInputKey
  /** Text of the stored value, as the field's function shows it; empty: none. */
  readonly stored: string
  /** Text of the stored value itself. */
  readonly origin: string
  /** Epoch ms of the stored value; 0: none. */
  readonly ts: number
}

const scopes = { server: 'SERVER_SCOPE', shared: 'SHARED_SCOPE', timeseries: 'TIME_SERIES' } as const

export function fieldOf({ id, datasourceIndex, keyIndex, dataKey, label, entity, ts, text }: LatestView): InputField {
  const { values: settings } = readMultipleInputKey(dataKey.settings)
  return {
    id: `${datasourceIndex} ${keyIndex} ${id}`,
    datasourceIndex,
    key: dataKey.name,
    label: label || dataKey.name,
    entity,
    scope:
      dataKey.type === 'timeseries' && !('dataKeyType' in dataKey.settings)
        ? 'TIME_SERIES'
        : scopes[settings.dataKeyType],
    settings,
    stored: text,
    origin: text,
    ts,
  }
}

/** Function of a field's settings that makes the shown value of the stored one; null: there is none. */
export const getFunction = ({ label, settings }: InputField): NamedFunction | null =>
  settings.useGetValueFunction && doesSomething(settings.getValueFunctionBody)
    ? { setting: 'getValueFunctionBody', of: label, argNames: ['value', 'ctx'], body: settings.getValueFunctionBody }
    : null

/** Function that makes the value to save of the entered one, and of the stored one before. */
export const setFunction = ({ label, settings }: InputField): NamedFunction | null =>
  settings.useSetValueFunction && doesSomething(settings.setValueFunctionBody)
    ? {
        setting: 'setValueFunctionBody',
        of: label,
        argNames: ['value', 'originValue', 'ctx'],
        body: settings.setValueFunctionBody,
      }
    : null

/** What a function returned, as a value to save. */
export const savedResult = (value: unknown): string | number | boolean | null =>
  typeof value === 'number' || typeof value === 'boolean' ? value : value == null ? null : resultText(value)

/** Why a field can't be edited, whatever the other fields contain; null: it can. */
export type FieldLock = 'disabled' | 'readonly' | 'onlyDevices'

export function lockOf({ settings, scope, entity }: InputField): FieldLock | null {
  if (scope === 'SHARED_SCOPE' && entity.id.entityType !== 'DEVICE') return 'onlyDevices'
  return settings.isEditable === 'editable' ? null : settings.isEditable
}

const isTime = ({ settings: { dataKeyValueType: type } }: InputField): boolean =>
  type === 'dateTime' || type === 'date' || type === 'time'

export const isBoolean = ({ settings: { dataKeyValueType: type } }: InputField): boolean =>
  type === 'booleanCheckbox' || type === 'booleanSwitch'

/** Content of the field for the stored value. */
export function inputTextOf(field: InputField, zone: string): string {
  const { stored } = field
  if (isBoolean(field)) return String(stored === 'true')
  if (stored === '' || !isTime(field)) return stored
  const ms = Number(stored)
  if (!Number.isFinite(ms)) return ''
  const local = localText(ms, zone)
  switch (field.settings.dataKeyValueType) {
    case 'date':
      return local.slice(0, 10)
    case 'time':
      return local.slice(11)
    default:
      return local
  }
}

export type FieldProblem =
  | { readonly kind: 'required' | 'number' | 'integer' | 'date' }
  | { readonly kind: 'min' | 'max'; readonly bound: number }

export type FieldValue = { readonly value: string | number | boolean | null } | { readonly problem: FieldProblem }

/** What the content of the field is as a value; null: the key is deleted. `nowMs`: gives a time its day. */
export function readInput(field: InputField, text: string, zone: string, nowMs: number): FieldValue {
  const { settings, scope, stored } = field
  const { dataKeyValueType: type, required, minValue, maxValue } = settings
  if (isBoolean(field)) return { value: text === 'true' }
  const trimmed = text.trim()
  if (trimmed === '' || (type === 'select' && trimmed === 'null')) {
    // Telemetry has no empty value.
    return required || scope === 'TIME_SERIES' ? { problem: { kind: 'required' } } : { value: null }
  }
  if (isTime(field)) {
    const day = localText(Number(stored) || nowMs, zone).slice(0, 10)
    const local = type === 'date' ? `${trimmed}T00:00:00` : type === 'time' ? `${day}T${trimmed}` : trimmed
    const ms = parseLocal(local, zone)
    return ms === null ? { problem: { kind: 'date' } } : { value: ms }
  }
  if (type !== 'double' && type !== 'integer') return { value: text }
  const value = Number(trimmed)
  if (!Number.isFinite(value)) return { problem: { kind: 'number' } }
  if (type === 'integer' && !Number.isInteger(value)) return { problem: { kind: 'integer' } }
  if (minValue !== null && value < minValue) return { problem: { kind: 'min', bound: minValue } }
  if (maxValue !== null && value > maxValue) return { problem: { kind: 'max', bound: maxValue } }
  return { value }
}
