/** Entity views, as the wire carries them: a part of a device's or an asset's data, for a while. */

import Type, { type Static } from 'typebox'
import { assignableFields, assignableInputFields, ownerFields } from '../assignables/assignable.ts'
import { relationSearch } from '../relations/relation.ts'
import { epochMs, epochMsMax, nullish, text, uuid } from '../schema-parts.ts'
import { keyLengthMax } from '../telemetry/payload.ts'

/** Keys in one list of a view. */
export const viewKeysMax = 1000

const keyList = Type.Array(Type.String({ minLength: 1, maxLength: keyLengthMax }), { maxItems: viewKeysMax })

/** What a view can be of. */
/** By the wire, a view is of one of these. */
export const viewedTypes = ['DEVICE', 'ASSET'] as const
export type ViewedType = (typeof viewedTypes)[number]
const viewedId = Type.Object({ entityType: Type.Enum([...viewedTypes]), id: uuid })

export const entityViewKeys = Type.Object({
  /** No key stands for all. */
  timeseries: keyList,
  /** Attributes that are copied when the view is saved: client, shared, server. No key stands for none. */
  attributes: Type.Object({ cs: keyList, sh: keyList, ss: keyList }),
})
export type EntityViewKeys = Static<typeof entityViewKeys>

export const entityView = Type.Object({
  ...assignableFields('ENTITY_VIEW'),
  entityId: viewedId,
  keys: entityViewKeys,
  /** 0: from the beginning. */
  startTimeMs: epochMs,
  /** 0: without end. */
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
