/** Field for telemetry or attribute keys as chips; suggests the keys of an entity. */

import type { EntityId } from '@sonde/model/ids'
import { useCallback } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { KeyListField, type KeyListFieldProps } from '../ui/chips/key-list-field.tsx'

/** Maximum number of suggestions. */
const offeredMax = 50

interface EntityKeysFieldProps extends Omit<KeyListFieldProps, 'suggest' | 'error'> {
  /** Null: no suggestions. */
  readonly entity: EntityId | null
  readonly of: 'timeseries' | 'attributes'
  readonly isTouched?: boolean
}

export function EntityKeysField({ entity, of, isTouched, ...rest }: EntityKeysFieldProps) {
  const t = useText()
  const client = useClient()
  const suggest = useCallback(
    async (text: string, signal: AbortSignal) => {
      if (!entity) return []
      const path = `/api/plugins/telemetry/${entity.entityType}/${entity.id}/keys/${of}`
      const quiet = { signal, ignoreErrors: true, ignoreLoading: true } as const
      const keys = await client.rest.request<readonly string[]>('GET', path, quiet)
      return keys.filter((key) => key.toLowerCase().includes(text.toLowerCase())).slice(0, offeredMax)
    },
    [client, entity, of],
  )
  const isMissing = !rest.isOptional && !rest.value?.length
  return (
    <KeyListField {...rest} suggest={suggest} error={isTouched && isMissing ? t('inputs.keysRequired') : undefined} />
  )
}
