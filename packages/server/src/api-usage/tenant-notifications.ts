/**
 * Emails and SMS sent by a tenant's rule chains, within the monthly limit. Messages that the server itself sends, such
 * as activation links, aren't counted.
 */

import type { SmsSettings } from '@sonde/model/admin-settings/admin-settings'
import { entityId } from '@sonde/model/ids'
import { limitOfCounter } from '@sonde/model/limits/profile-limits'
import type { SendSms } from '../admin-settings/sms-sender.ts'
import type { Causers } from '../limits/causers.ts'
import type { MailService } from '../mail/mail-service.ts'
import type { Mail } from '../mail/mail-transport.ts'
import type { ApiUsage } from './api-usage.ts'

/** Owner of a message: the tenant, and the customer of the rule engine message that caused it (NIL_UUID: none). */
export interface NoticeOwner {
  readonly tenantId: string
  readonly customerId: string
  /** Rule node that sends it. */
  readonly ruleNodeId?: string
}

export interface TenantNotices {
  /** Rejects with 429 if the monthly limit of emails is reached, else with the error of the mail server. */
  mail(owner: NoticeOwner, mail: Mail): Promise<void>
  /**
   * Sends to one number after the other; successful ones count. Rejects with 429, or with the error of the provider.
   */
  sms(owner: NoticeOwner, numbers: readonly string[], message: string): Promise<void>
}

export interface TenantNotificationsDeps {
  readonly usage: Pick<ApiUsage, 'require' | 'count'>
  readonly mail: Pick<MailService, 'send'>
  readonly sendSms: SendSms
  readonly smsSettings: () => Promise<SmsSettings | undefined>
  readonly causers?: Pick<Causers, 'add'>
}

export function createTenantNotices({
  usage,
  mail,
  sendSms,
  smsSettings,
  causers,
}: TenantNotificationsDeps): TenantNotices {
  function sent({ tenantId, customerId, ruleNodeId }: NoticeOwner, counter: 'emailCount' | 'smsCount') {
    usage.count(tenantId, counter, 1, customerId)
    if (ruleNodeId) causers?.add(tenantId, limitOfCounter[counter], entityId('RULE_NODE', ruleNodeId), 1)
  }

  return {
    async mail(owner, given) {
      usage.require(owner.tenantId, 'EMAIL')
      await mail.send(given)
      sent(owner, 'emailCount')
    },
    async sms(owner, numbers, message) {
      usage.require(owner.tenantId, 'SMS')
      const settings = await smsSettings()
      for (const number of numbers) {
        await sendSms(settings, number, message)
        sent(owner, 'smsCount')
      }
    },
  }
}
