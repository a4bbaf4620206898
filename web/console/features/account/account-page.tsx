import { getRouteApi } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { useCloseDialog } from '../../app/close-dialog.ts'
import { BrandNames } from '../../records/brand-name.tsx'
import { text } from '../../text/text.ts'
import { ActionLink } from '../../ui/action-link.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Badge, Message } from '../../ui/message.tsx'
import { Card, Page, Section } from '../../ui/page.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import { TurnOffFactor } from './turn-off-factor.tsx'

const t = text.account
const route = getRouteApi('/_frame/account')

/** The person's own account: password, second factor, sessions. */
export function AccountPage() {
  const session = useSession()
  const { do: action } = route.useSearch()
  const close = useCloseDialog('session')
  return (
    <Page title={t.title}>
      {session.second_factor_required && <Message tone="warning">{t.factor.required}</Message>}
      <div className="columns">
        <div className="stack">
          <Section
            title={t.factor.title}
            actions={
              <Badge tone={session.second_factor ? 'success' : 'neutral'}>
                {session.second_factor ? t.factor.on : t.factor.off}
              </Badge>
            }
          >
            <Card>
              <div className="stack-small">
                <p>{t.factor.text}</p>
                <div>
                  {session.second_factor ? (
                    <ActionLink action="turn-off">{t.factor.turnOff}</ActionLink>
                  ) : (
                    <ActionLink action="set-up">{t.factor.setUp}</ActionLink>
                  )}
                </div>
              </div>
            </Card>
          </Section>
          <OwnSessions onClose={close} />
          <PasswordForm />
        </div>
        <Section title={t.person}>
          <Card>
            <Facts
              facts={[
                [t.email, session.user.email],
                [t.role, session.role && (t.roles[session.role] ?? session.role)],
                [
                  t.brands,
                  session.all_brands ? t.allBrands : <BrandNames key="brands" slugs={session.brands} />,
                ],
                [t.permissions, session.permissions.join(', ')],
              ]}
            />
          </Card>
        </Section>
      </div>
      {/* Also once it is on: the dialog then shows the recovery codes. */}
      {action === 'set-up' && <SetUpFactor onClose={close} />}
      {action === 'turn-off' && session.second_factor && <TurnOffFactor onClose={close} />}
    </Page>
  )
}
