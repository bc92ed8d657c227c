/** REST route for dry runs of alarm rules. */

import { alarmRuleTrial, alarmRuleTrialRequest } from '@sonde/model/device-profiles/alarm-rule-trial'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { changesNothing } from '../http/route-audit.ts'
import type { AlarmRuleTrials } from './alarm-rule-trials.ts'

export function registerAlarmRuleTrialRoutes(
  routes: Routes,
  { alarmRuleTrials }: { readonly alarmRuleTrials: AlarmRuleTrials },
): void {
  routes.add({
    method: 'POST',
    path: '/api/v2/deviceProfile/:deviceProfileId/alarmRuleTrial',
    authorities: ['TENANT_ADMIN'],
    summary: 'Test how many alarms a rule would have raised on the stored telemetry of the last days',
    tag: 'device profiles',
    audit: changesNothing,
    schema: {
      params: Type.Object({ deviceProfileId: uuid }),
      body: alarmRuleTrialRequest,
      response: alarmRuleTrial,
    },
    handle: ({ scope, params, body }) => alarmRuleTrials.run(scope, params.deviceProfileId, body.alarm),
  })
}
