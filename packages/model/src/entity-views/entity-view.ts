/** API schemas of entity views: part of a device's or asset's data, for a limited period. */

import Type, { type Static } from 'typebox'
import { assignableFields, assignableInputFields, ownerFields } from '../assignables/assignable.ts'
import { relationSearch } from '../relations/relation.ts'
import { epochMs, epochMsMax, nullish, text, uuid } from '../schema-parts.ts'
import { keyLengthMax } from '../telemetry/payload.ts'

/** Maximum keys in one list of a view. */
export const viewKeysMax = 1000

const keyList = Type.Array(Type.String({ minLength: 1, maxLength: keyLengthMax }), { maxItems: viewKeysMax })

/** Entity types that a view can show. */
export const viewedTypes = ['DEVICE', 'ASSET'] as const
export type ViewedType = (typeof viewedTypes)[number]
const viewedId = Type.Object({ entityType: Type.Enum([...viewedTypes]), id: uuid })

export const entityViewKeys = Type.Object({
  /** Empty list: all keys. */
  timeseries: keyList,
  /** Attributes that are copied when the view is saved: client, shared, server. Empty list: none. */
  attributes: Type.Object({ cs: keyList, sh: keyList, ss: keyList }),
})
export type EntityViewKeys = Static<typeof entityViewKeys>

export const entityView = Type.Object({
  ...assignableFields('ENTITY_VIEW'),
  entityId: viewedId,
  keys: entityViewKeys,
  /** 0: no start. */
  startTimeMs: epochMs,
  /** 0: no end. */
  endTimeMs: epochMs,
})
export type EntityView = Static<typeof entityView>

export const entityViewInfo = Type.Object({ ...entityView.properties, ...ownerFields })
export type EntityViewInfo = Static<typeof entityViewInfo>

export const entityViewInput = Type.Object({
  ...assignableInputFields('ENTITY_VIEW'),
  entityId: viewedId,
  keys: nullish(
    Type.Object({
      timeseries: nullish(keyList),
      attributes: nullish(Type.Object({ cs: nullish(keyList), sh: nullish(keyList), ss: nullish(keyList) })),
    }),
  ),
  startTimeMs: nullish(Type.Integer({ minimum: 0, maximum: epochMsMax })),
  endTimeMs: nullish(Type.Integer({ minimum: 0, maximum: epochMsMax })),
})
export type EntityViewInput = Static<typeof entityViewInput>

export const entityViewSearchQuery = Type.Object({
  parameters: relationSearch,
  relationType: nullish(text),
  entityViewTypes: Type.Array(Type.String()),
})
export type EntityViewSearchQuery = Static<typeof entityViewSearchQuery>
