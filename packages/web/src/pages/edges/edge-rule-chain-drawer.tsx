/** Details drawer of an edge's rule chain, with the tabs of rule chains. */

import type { RuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import type { RuleChain } from '@sonde/model/rule-chains/rule-chain'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { useEntity } from '../../entities/entity-queries.ts'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import type { OpenEntity } from '../../entity-pages/use-open-entity.ts'
import { standardTabs } from '../../entity-room/standard-tabs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'

interface EdgeRuleChainDrawerProps extends OpenEntity<RuleChain> {
  readonly ruleChains: RuleChainCalls
  readonly actions: readonly EntityAction<RuleChain>[]
}

export function EdgeRuleChainDrawer({ id, row, ruleChains, actions, onClose, steps }: EdgeRuleChainDrawerProps) {
  const t = useText()
  const authority = useAccount()?.auth.authority
  const chain = useEntity<RuleChain>({
    room: 'edgeRuleChains',
    id,
    load: (chainId, signal) => ruleChains.get(chainId, { signal, ignoreErrors: true }),
    known: row,
  })
  const kind = t('entityTypes.RULE_CHAIN')
  return (
    <EntityDrawer
      entity={chain}
      nameOf={({ name }) => name}
      kind={kind}
      failed={t('edges.chainFailed')}
      onClose={onClose}
    >
      {(data) => (
        <EntityDetails<RuleChain>
          row={data}
          onClose={onClose}
          steps={steps}
          description={{
            nameOf: ({ name }) => name,
            kindOf: () => kind,
            icon: <EntityKindIcon entityType="RULE_CHAIN" size={14} />,
            status: () => null,
            actions,
            tabs: [
              {
                id: 'details',
                label: 'ui.tabDetails',
                render: (one) => (
                  <div className="sd-tab-body">
                    <EntityFacts id={one.id.id} createdTime={one.createdTime} />
                  </div>
                ),
              },
              ...standardTabs({ entity: data.id, authority }),
            ],
          }}
        />
      )}
    </EntityDrawer>
  )
}
