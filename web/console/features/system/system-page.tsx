import { getRouteApi } from '@tanstack/react-router'
import { text } from '../../text/text.ts'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { HealthTab } from './health-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'

const t = text.system
const route = getRouteApi('/_frame/system')

/** The server: what its checks find, and how it is set up. */
export function SystemPage() {
  return (
    <Page title={text.frame.pages.system}>
      <Tabs
        label={t.sections}
        tab={route.useSearch().tab}
        tabs={[
          { id: 'health', label: t.tabs.health, content: () => <HealthTab /> },
          { id: 'settings', label: t.tabs.settings, content: () => <SettingsTab /> },
        ]}
      />
    </Page>
  )
}
