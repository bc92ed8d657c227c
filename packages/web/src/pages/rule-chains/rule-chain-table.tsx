/** Table of rule chains: columns and phone layout. */

import type { RuleChain, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { useMemo } from 'react'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { RoomTable } from '../../entity-room/room.ts'
import type { CellContext } from '../../ui/entity-table/entity-description.ts'
import { createdColumn, nameColumn, yesCell } from '../../ui/entity-table/standard-columns.tsx'
import { useAutoAssigned } from './rule-chain-calls.ts'

/** `autoAssigned`: IDs of edge rule chains that new edges get in addition to their root. */
function ruleChainTable(type: RuleChainType, autoAssigned: ReadonlySet<string>): RoomTable<RuleChain> {
  const isCore = type === 'CORE'
  const rootTitle = isCore ? 'ruleChains.root' : 'ruleChains.templateRoot'
  return {
    owner: type,
    columns: [
      nameColumn('ruleChains.name', 220),
      {
        id: 'root',
        title: rootTitle,
        priority: 2,
        minWidth: 110,
        sortProperty: 'root',
        underName: ({ root }, { t }) => (root ? t(rootTitle) : null),
        cell: ({ root }, context) => yesCell(root, context),
      },
      ...(isCore
        ? []
        : [
            {
              id: 'auto',
              title: 'ruleChains.autoAssigned',
              priority: 3,
              minWidth: 150,
              underName: ({ id }: RuleChain, { t }: CellContext) =>
                autoAssigned.has(id.id) ? t('ruleChains.autoAssigned') : null,
              cell: ({ id }: RuleChain, context: CellContext) => yesCell(autoAssigned.has(id.id), context),
            } as const,
          ]),
      createdColumn<RuleChain>(4),
    ],
    phone: {
      mark: () => (
        <span className="sd-text-3">
          <EntityKindIcon entityType="RULE_CHAIN" size={18} />
        </span>
      ),
      line: ({ id, createdTime }, { t, format, nowMs }) =>
        autoAssigned.has(id.id) ? t('ruleChains.autoAssigned') : format.when(createdTime, nowMs),
      end: ({ root }, { t }) => root && t(rootTitle),
    },
  }
}

export function useRuleChainTable(type: RuleChainType): RoomTable<RuleChain> {
  const autoAssigned = useAutoAssigned(type)
  return useMemo(() => ruleChainTable(type, autoAssigned), [type, autoAssigned])
}
