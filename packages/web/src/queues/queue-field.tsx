/** Field that chooses a queue of the rule engine by name. */

import { createQueueCalls } from '@sonde/client/queues/queue-calls'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { ComboField, type ComboFieldProps } from '../ui/field/combo-field.tsx'

interface QueueFieldProps
  extends Pick<ComboFieldProps, 'help' | 'placeholder' | 'isOptional' | 'isDisabled' | 'onBlur'> {
  /** Name; empty: no queue. */
  readonly value: string
  readonly onChange: (queueName: string) => void
  readonly isTouched?: boolean
}

const noNames: readonly string[] = []

export function QueueField({ value, onChange, isTouched, isOptional, ...rest }: QueueFieldProps) {
  const t = useText()
  const client = useClient()
  // Shared by all fields of a page; empty if the request fails.
  const { data = noNames } = useQuery({
    queryKey: ['queues', 'names'],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      createQueueCalls(client.rest)
        .names('TB_RULE_ENGINE', { signal, ignoreErrors: true, ignoreLoading: true })
        .catch(() => noNames),
  })
  return (
    <ComboField
      {...rest}
      label={t('inputs.queue')}
      isOptional={isOptional}
      error={isTouched && !isOptional && value === '' ? t('inputs.queueRequired') : undefined}
      source={['queues', data]}
      load={async (text) =>
        data
          .filter((name) => name.toLowerCase().startsWith(text.toLowerCase()))
          .map((name) => ({ value: name, label: name }))
      }
      value={value === '' ? null : { value, label: value }}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  )
}
