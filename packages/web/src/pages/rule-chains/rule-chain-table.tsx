/** Table of rule chains: columns and filters for the entity page. */

import type { RuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import type { RuleChain, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import type { CellContext, EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { createdColumn, yesCell } from '../../ui/entity-table/standard-columns.tsx'
import { isOrdinary } from './rule-chain-actions.tsx'
import { ruleChainRoom } from './rule-chain-calls.ts'

interface RuleChainTableParts {
  readonly ruleChains: RuleChainCalls
  readonly type: RuleChainType
  /** IDs of edge rule chains that new edges get in addition to their root. */
  readonly autoAssigned: ReadonlySet<string>
  readonly quickAction: EntityAction<RuleChain>
  readonly actions: readonly EntityAction<RuleChain>[]
}

export function ruleChainTable(parts: RuleChainTableParts): EntityTableDescription<RuleChain> {
  const { ruleChains, type, autoAssigned, quickAction, actions } = parts
  const isCore = type === 'CORE'
  const rootTitle = isCore ? 'ruleChains.root' : 'ruleChains.templateRoot'
  return {
    name: ruleChainRoom,
    entityType: 'RULE_CHAIN',
    owner: type,
    title: isCore ? 'ruleChains.title' : 'ruleChains.templates',
    icon: <EntityKindIcon entityType="RULE_CHAIN" size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ name }) => name,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load: (link, _, signal) => ruleChains.list(link, { type }, { signal, ignoreErrors: true }),
    columns: [
      {
        id: 'name',
        title: 'ruleChains.name',
        priority: 1,
        minWidth: 220,
        sortProperty: 'name',
        cell: ({ name }) => name,
      },
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
    quickAction,
    rowActions: actions,
    isSelectable: isOrdinary,
    bulkActions: [
      deleteMany<RuleChain>({
        room: 'ruleChains',
        isUndoable: true,
        isAllowed: isOrdinary,
        run: ({ id }) => ruleChains.delete(id.id, { ignoreErrors: true }),
      }),
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
    texts: {
      search: 'ruleChains.search',
      emptyTitle: 'ruleChains.emptyTitle',
      emptyText: isCore ? 'ruleChains.emptyText' : 'ruleChains.emptyTemplates',
      noMatch: 'ruleChains.noMatch',
      noFilterMatch: 'ruleChains.noMatch',
      failed: 'ruleChains.listFailed',
    },
  }
}
