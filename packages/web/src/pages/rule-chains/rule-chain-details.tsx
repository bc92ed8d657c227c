/** Details of a rule chain, for the drawer and the page. */

import type { RuleChain } from '@sonde/model/rule-chains/rule-chain'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import { standardTabs } from '../../entity-room/standard-tabs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { NodesTab } from './nodes-tab.tsx'
import { RuleChainForm } from './rule-chain-form.tsx'

interface RuleChainDetailsProps {
  readonly chain: RuleChain
  readonly actions: readonly EntityAction<RuleChain>[]
  readonly openPage?: EntityAction<RuleChain>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function RuleChainDetails({ chain, actions, openPage, onClose, onStep }: RuleChainDetailsProps) {
  const t = useText()
  const authority = useAccount()?.auth.authority
  return (
    <EntityDetails<RuleChain>
      row={chain}
      onClose={onClose}
      onStep={onStep}
      description={{
        nameOf: ({ name }) => name,
        kindOf: ({ type }) => t(type === 'CORE' ? 'entityTypes.RULE_CHAIN' : 'ruleChains.template'),
        icon: <EntityKindIcon entityType="RULE_CHAIN" size={14} />,
        status: ({ root, type }) =>
          root && <span>{t(type === 'CORE' ? 'ruleChains.isRoot' : 'ruleChains.isTemplateRoot')}</span>,
        actions,
        openPage,
        tabs: [
          {
            id: 'details',
            label: 'ui.tabDetails',
            render: (row) => <RuleChainForm key={row.id.id} chain={row} />,
          },
          { id: 'nodes', label: 'ruleChains.nodes', render: (row) => <NodesTab key={row.id.id} chain={row} /> },
          ...standardTabs({ entity: chain.id, authority }),
        ],
      }}
    />
  )
}
