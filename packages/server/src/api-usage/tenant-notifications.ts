/**
 * Mails and short messages that a tenant's rule chains send: within the month's allowance. What
 * the server itself sends to people, such as activation links, is not counted.
 */

import type { SmsSettings } from '@sonde/model/admin-settings/admin-settings'
import { entityId } from '@sonde/model/ids'
import { limitOfCounter } from '@sonde/model/limits/profile-limits'
import type { SendSms } from '../admin-settings/sms-sender.ts'
import type { Causers } from '../limits/causers.ts'
import type { MailService } from '../mail/mail-service.ts'
import type { Mail } from '../mail/mail-transport.ts'
import type { ApiUsage } from './api-usage.ts'

/** Whose notice it is: the tenant's, and the customer's of the message that caused it (NIL_UUID: none). */
export interface NoticeOwner {
  readonly tenantId: string
  readonly customerId: string
  /** The node that sends it. */
  readonly ruleNodeId?: string
}

export interface TenantNotices {
  /** Rejects with 429 when the month's mails are used up, else with the mail server's refusal. */
  mail(owner: NoticeOwner, mail: Mail): Promise<void>
  /** To one number after the other; those that were sent count. Rejects likewise, with the provider's refusal. */
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
