import type { Generated, GeneratedAlways } from 'kysely'
import type { Micros } from '../clock.ts'

/** SQLite has no booleans and returns 0 and 1. Convert them with `Boolean()`. */
type Flag = boolean | 0 | 1

/** Every table, typed for both databases. A test compares this with the SQL in `migrations/`. */
export interface Schema {
  brands: {
    id: Generated<number>
    slug: string
    name: string
    lead_webhook: string | null
    warranty_crm: string | null
    fallback_dealer_id: number | null
    registration_auto_accept: Generated<Flag>
    sandbox: Generated<Flag>
    lead_dedupe_seconds: number | null
    challenge: Generated<Flag>
    consent_texts: string | null
    created_at: Generated<Micros>
    updated_at: Micros
  }
  dealer_groups: {
    id: Generated<number>
    name: string
    created_at: Generated<Micros>
    updated_at: Generated<Micros>
  }
  dealers: {
    id: Generated<number>
    dealer_code: Generated<string>
    group_id: number | null
    unit_id: number | null
    name: string
    legal_name: Generated<string>
    address: Generated<string>
    address2: Generated<string>
    city: Generated<string>
    state: Generated<string>
    postal_code: Generated<string>
    country: Generated<string>
    country_code: string | null
    phone: Generated<string>
    email: Generated<string>
    website: Generated<string>
    latitude: number | null
    longitude: number | null
    approximate: Generated<Flag>
    logo_url: Generated<string>
    primary_contact: Generated<string>
    active: Generated<Flag>
    created_at: Generated<Micros>
    updated_at: Generated<Micros>
    /** The fields in which lists look for words, in lower case. */
    search_text: GeneratedAlways<string | null>
  }
  dealer_brands: {
    brand_id: number
    dealer_id: number
  }
  territories: {
    brand_id: number
    country: string
    postal_code: string
    dealer_id: number
  }
  postal_points: {
    country: string
    code: string
    latitude: number
    longitude: number
  }
  geocode_answers: {
    country: string
    code: string
    latitude: number | null
    longitude: number | null
    provider: string
    fetched_at: Micros
  }
  api_users: {
    id: Generated<number>
    email: string
    email_key: string
    password_hash: string
    active: Generated<Flag>
    role: string | null
    all_brands: Generated<Flag>
    totp_secret: string | null
    /** A secret that is not yet confirmed by a code. */
    totp_pending: string | null
    /** The last time step whose code was accepted: each code works once. */
    totp_step: Generated<number>
    created_at: Generated<Micros>
    updated_at: Micros
  }
  api_user_brands: {
    user_id: number
    brand_id: number
  }
  api_user_permissions: {
    user_id: number
    permission: string
  }
  api_tokens: {
    id: Generated<number>
    name: string
    token_hash: string
    active: Generated<Flag>
    kind: Generated<'secret' | 'publishable' | 'service'>
    all_brands: Generated<Flag>
    expires_at: Micros | null
    created_at: Generated<Micros>
    updated_at: Micros
    last_used_at: Micros | null
  }
  api_token_brands: {
    token_id: number
    brand_id: number
  }
  api_token_scopes: {
    token_id: number
    scope: string
  }
  api_token_permissions: {
    token_id: number
    permission: string
  }
  api_token_origins: {
    token_id: number
    origin: string
  }
  recovery_codes: {
    user_id: number
    code_hash: string
  }
  browser_sessions: {
    id: Generated<number>
    token_hash: string
    user_id: number
    created_at: Micros
    last_used_at: Micros
    expires_at: Micros
    client_address: string
    user_agent: string
  }
  setup_links: {
    token_hash: string
    expires_at: Micros
  }
  account_links: {
    id: Generated<number>
    token_hash: string
    user_id: number
    purpose: 'invitation' | 'reset'
    created_at: Micros
    expires_at: Micros
  }
  token_families: {
    id: Generated<number>
    user_id: number
    second_factor: Generated<Flag>
    created_at: Micros
    expires_at: Micros
    revoked_at: Micros | null
  }
  refresh_tokens: {
    jti: string
    family_id: number
    parent_jti: string | null
    used_at: Micros | null
  }
  throttles: {
    key: string
    window_start: Micros
    window_end: Micros
    count: number
  }
  rate_limits: {
    caller: string
    spent_until: Micros
  }
  used_challenges: {
    challenge: string
    expires_at: Micros
  }
  warranties: {
    id: Generated<number>
    brand_id: number
    hin: string
    model: string
    model_code: string | null
    model_year: string
    is_used: Flag
    registration_date: string
    purchase_date: string
    warranty_start_date: string
    warranty_duration_months: number | null
    warranty_end_date: string | null
    coverage_type: string | null
    warranty_status: string
    warranty_notes: string | null
    order_number: string | null
    external_order_number: string | null
    warranty_external_id: string | null
    sync_status: string
    sync_error: string | null
    sync_last_attempt: Micros | null
    sync_attempts: Generated<number>
    crm_contact_id: string | null
    crm_differences: string | null
    created_by: number
    created_at: Micros
    updated_at: Micros
  }
  certificate_codes: {
    warranty_id: number
    code: string
    created_at: Micros
  }
  ownerships: {
    id: Generated<number>
    warranty_id: number
    first_name: string
    last_name: string
    email: string | null
    email_key: string | null
    phone: string | null
    address: string | null
    zipcode: string
    city: string | null
    state: string | null
    country_code: string
    registration_date: string
    purchase_date: string
    transfer_date: string | null
    transfer_notes: string | null
    created_at: Micros
  }
  warranty_terms: {
    epoch: number
    term: string
    record_id: number
    brand_id: number
  }
  lead_terms: {
    epoch: number
    term: string
    record_id: number
    brand_id: number
  }
  warranty_counts: {
    brand_id: number
    warranty_status: string
    total: number
  }
  leads: {
    id: Generated<number>
    brand_id: number
    contact_category: string
    contact_email: string
    body: string
    send_to_dealer: Flag
    dealer_id: number | null
    dealer: string | null
    received_at: Micros
    dealer_reason: string | null
    token_id: number | null
    client_address: string | null
    user_agent: string | null
    email_optin_given: Flag | null
    phone_optin_given: Flag | null
    state: Generated<string>
    updated_at: Generated<Micros>
  }
  lead_duplicates: {
    id: Generated<number>
    lead_id: number
    token_id: number
    client_address: string | null
    user_agent: string | null
    email_optin_given: Flag
    phone_optin_given: Flag
    received_at: Micros
  }
  lead_notes: {
    id: Generated<number>
    lead_id: number
    at: Micros
    actor_kind: string
    actor_id: number | null
    actor_name: string | null
    text: string
  }
  registrations: {
    id: Generated<number>
    brand_id: number
    state: 'received' | 'accepted' | 'rejected'
    hin: string
    model: string
    model_year: string
    purchase_date: string
    dealer_code: string | null
    contact: string
    email_key: string | null
    email_optin: Flag
    token_id: number
    client_address: string | null
    user_agent: string | null
    check_due: Micros | null
    reason: string | null
    warranty_id: number | null
    received_at: Micros
    decided_at: Micros | null
    updated_at: Micros
  }
  registration_terms: {
    epoch: number
    term: string
    record_id: number
    brand_id: number
  }
  daily_counts: {
    kind: string
    brand_id: number
    day: number
    category: string
    total: number
  }
  daily_count_progress: {
    kind: string
    brand_id: number
    next_day: number
  }
  deliveries: {
    id: Generated<number>
    kind: string
    event: string
    brand_id: number
    subject_id: number
    lane: string
    message_id: string
    status: 'pending' | 'delivered' | 'failed'
    attempts: Generated<number>
    step: Generated<number>
    next_attempt_at: Micros
    lease_until: Micros | null
    lease_token: string | null
    last_attempt_at: Micros | null
    last_error: string | null
    created_at: Micros
    finished_at: Micros | null
    /** Null: the kind and the brand name it. */
    receiver: string | null
    /** The last attempt was recorded instead of sent. */
    sandbox: Generated<Flag>
  }
  delivery_attempts: {
    delivery_id: number
    number: number
    at: Micros
    duration_ms: number
    status: number | null
    error: string | null
    /** The receiver refused permanently. */
    final: Generated<Flag>
    answer: string | null
    worker: string
    /** The request that a sandbox would have sent, as JSON. */
    request: string | null
  }
  events: {
    id: Generated<number>
    brand_id: number
    type: string
    subject: string
    data: string
    created_at: Micros
    /** Its place in the feed; null until somebody reads the feed. */
    place: number | null
  }
  event_endpoints: {
    id: Generated<number>
    url: string
    description: Generated<string>
    event_types: string
    active: Generated<Flag>
    secret: string
    previous_secret: string | null
    failing_since: Micros | null
    disabled_at: Micros | null
    created_at: Micros
    updated_at: Micros
  }
  event_endpoint_brands: {
    endpoint_id: number
    brand_id: number
  }
  idempotency_keys: {
    caller: string
    key: string
    fingerprint: string
    status: number
    content_type: string | null
    headers: string
    body: Buffer
    settled_at: Micros | null
    created_at: Micros
  }
  audit_entries: {
    id: Generated<number>
    at: Micros
    actor_kind: 'user' | 'token' | 'administrator' | 'system'
    actor_id: number | null
    actor_name: string | null
    action: string
    subject_kind: string
    subject_id: number | null
    subject_name: string | null
    brand_id: number | null
    before: string | null
    after: string | null
  }
  erasures: {
    hash: string
    key_id: string
    erased_at: Micros
  }
  imports: {
    id: Generated<number>
    kind: 'dealers' | 'territories' | 'warranties'
    brand_id: number
    mode: 'merge' | 'replace'
    options: string
    state: 'uploading' | 'checking' | 'ready' | 'running' | 'done' | 'failed'
    principal: string
    created_by: string
    committed_by: string | null
    size: Generated<number>
    done: Generated<number>
    total: Generated<number>
    skip_invalid: Generated<Flag>
    summary: string | null
    summary_changed: Generated<Flag>
    errors: Generated<string>
    warnings: Generated<string>
    ignored_columns: Generated<string>
    reason: string | null
    attempts: Generated<number>
    lease_token: string | null
    lease_until: Micros | null
    created_at: Micros
    updated_at: Micros
    checked_at: Micros | null
    committed_at: Micros | null
    finished_at: Micros | null
  }
  import_chunks: {
    import_id: number
    file: 'upload' | 'invalid'
    position: number
    content: Buffer
  }
  revisions: {
    topic: string
    revision: number
  }
}
