/** Form of an entity view: draft, validation and request body. */

import type { EntityViewInfo, EntityViewInput, ViewedType } from '@sonde/model/entity-views/entity-view'
import { keyLengthMax } from '@sonde/model/telemetry/payload'
import {
  type AssignableDraft,
  type AssignableErrors,
  assignableDraftOf,
  assignableErrors,
  assignableInput,
} from '../../assignment/assignable-input.ts'
import type { PickedEntity } from '../../entities/entity-picker.tsx'

export interface ViewDraft extends AssignableDraft {
  /** Entity type of the target. */
  readonly targetType: ViewedType
  readonly target: PickedEntity | null
  readonly timeseries: readonly string[]
  readonly client: readonly string[]
  readonly shared: readonly string[]
  readonly server: readonly string[]
  /** Epoch ms; 0: without limit. */
  readonly startMs: number
  readonly endMs: number
}

export const emptyView: ViewDraft = {
  name: '',
  type: '',
  description: '',
  targetType: 'DEVICE',
  target: null,
  timeseries: [],
  client: [],
  shared: [],
  server: [],
  startMs: 0,
  endMs: 0,
}

const keyFields = ['timeseries', 'client', 'shared', 'server'] as const
export type KeyField = (typeof keyFields)[number]

export interface ViewErrors extends AssignableErrors, Partial<Record<KeyField, 'entityViews.keyTooLong' | undefined>> {
  readonly target?: 'entityViews.targetRequired' | undefined
  readonly endMs?: 'entityViews.rangeWrong' | undefined
}

export function viewErrors(draft: ViewDraft): ViewErrors {
  const { target, startMs, endMs } = draft
  const isTooLong = (field: KeyField) => draft[field].some((key) => key.length > keyLengthMax)
  return {
    ...assignableErrors(draft),
    target: target === null ? 'entityViews.targetRequired' : undefined,
    endMs: endMs > 0 && startMs > endMs ? 'entityViews.rangeWrong' : undefined,
    ...Object.fromEntries(keyFields.filter(isTooLong).map((field) => [field, 'entityViews.keyTooLong'])),
  }
}

export function draftOf(view: EntityViewInfo): ViewDraft {
  const { attributes, timeseries } = view.keys
  return {
    ...assignableDraftOf(view),
    targetType: view.entityId.entityType,
    target: { id: view.entityId, name: '' },
    timeseries,
    client: attributes.cs,
    shared: attributes.sh,
    server: attributes.ss,
    startMs: view.startTimeMs,
    endMs: view.endTimeMs,
  }
}

/** Request body: the view with the changes of the draft. The draft must have a target; validation ensures it. */
export const inputOf = (draft: ViewDraft, view: EntityViewInfo | null): EntityViewInput => ({
  ...assignableInput(draft, view),
  entityId: { entityType: draft.targetType, id: draft.target?.id.id ?? '' },
  keys: {
    timeseries: [...draft.timeseries],
    attributes: { cs: [...draft.client], sh: [...draft.shared], ss: [...draft.server] },
  },
  startTimeMs: draft.startMs,
  endTimeMs: draft.endMs,
})

/** Value of a `datetime-local` field for a time, in the browser's time zone; empty for 0. */
export function fieldOfMs(ms: number): string {
  if (ms === 0) return ''
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}

/** Epoch ms of a `datetime-local` field; 0 if it is empty or incomplete. */
export function msOfField(text: string): number {
  const ms = text === '' ? Number.NaN : new Date(text).getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : 0
}
