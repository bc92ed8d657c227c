/** A field that chooses one of the tenant's core rule chains. */

import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import { useMemo } from 'react'
import { NamedField, type NamedFieldProps } from '../entities/named-field.tsx'
import { useClient } from '../session/use-session.tsx'

/** Maximum number of choices offered at a time. */
const choicesMax = 50
const quiet = { ignoreErrors: true, ignoreLoading: true } as const

interface RuleChainFieldProps extends Pick<NamedFieldProps, 'label' | 'help'> {
  /** Id; empty: no rule chain. */
  readonly value: string
  readonly onChange: (id: string) => void
}

export function RuleChainField(props: RuleChainFieldProps) {
  const { rest } = useClient()
  const ruleChains = useMemo(() => createRuleChainCalls(rest), [rest])
  return (
    <NamedField
      {...props}
      source={['ruleChains', 'choices', 'CORE']}
      nameOf={async (id, signal) => (await ruleChains.get(id, { ...quiet, signal })).name}
      load={async (textSearch, signal) => {
        const link = { page: 0, pageSize: choicesMax, textSearch, sortProperty: 'name', sortOrder: 'ASC' } as const
        const { data } = await ruleChains.list(link, { type: 'CORE' }, { ...quiet, signal })
        return data.map(({ id, name }) => ({ value: id.id, label: name }))
      }}
    />
  )
}
