import { LeadForm } from './lead-form/lead-form.ts'
import { DealerLocator } from './locator/locator.ts'
import { RegistrationForm } from './registration-form/registration-form.ts'

/** A page may load the script twice. */
function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element)
}

define('transom-dealer-locator', DealerLocator)
define('transom-lead-form', LeadForm)
define('transom-warranty-registration', RegistrationForm)
