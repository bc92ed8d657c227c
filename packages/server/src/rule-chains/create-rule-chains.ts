/** Creates and connects the services of the rule-chains module. */

import type { Access } from '../access/operations.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { defaultLimits, type Limits } from '../limits/limits.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { createChainProblems } from './chain-problems.ts'
import { createEdgeTemplates } from './edge-templates.ts'
import { createRuleChainLabels } from './rule-chain-labels.ts'
import { createRuleChainService } from './rule-chain-service.ts'
import { createRuleChainStore } from './rule-chain-store.ts'
import { createRuleChainExchange } from './rule-chain-transfer.ts'

export interface RuleChainRoomDeps {
  readonly relational: RelationalStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly limits?: Limits
}

export function createRuleChains({ relational, access, commit, clock, limits = defaultLimits }: RuleChainRoomDeps) {
  const store = createRuleChainStore(relational)
  const ruleChains = createRuleChainService({ store, access, commit, clock, limits })

  return {
    ruleChains,
    find: store.find,
    labels: createRuleChainLabels({ ruleChains, store }),
    exchange: createRuleChainExchange({ ruleChains, store, clock }),
    problems: createChainProblems({ ruleChains }),
    edgeTemplates: createEdgeTemplates({ ruleChains, store, commit }),
  }
}
