/** What may stand in a Compose file, as far as it is a closed list (https://github.com/compose-spec/compose-spec). Below keys that are not named here anything may. */
export type Keys = { readonly [key: string]: Keys | null };

const list = (text: string, deeper: Keys = {}): Keys => ({
  ...Object.fromEntries(text.split(" ").map((key) => [key, null])),
  ...deeper,
});
/** A table of things with names of their own, each of which has these keys. */
export const anyName = "*";

const healthcheck = list("disable interval retries test timeout start_period start_interval");
const resources = list("cpus memory pids devices generic_resources");
const update = list("parallelism delay failure_action monitor max_failure_ratio order");
const service = list(
  "annotations attach blkio_config cap_add cap_drop cgroup cgroup_parent command configs container_name cpu_count cpu_percent cpu_shares cpu_quota cpu_period cpu_rt_period cpu_rt_runtime cpus cpuset credential_spec depends_on device_cgroup_rules devices dns dns_opt dns_search domainname entrypoint env_file environment expose extends external_links extra_hosts gpus group_add hostname image init ipc isolation label_file labels links mac_address mem_limit mem_reservation mem_swappiness memswap_limit models network_mode networks oom_kill_disable oom_score_adj pid pids_limit platform ports post_start pre_stop privileged profiles provider pull_policy read_only restart runtime scale secrets security_opt shm_size stdin_open stop_grace_period stop_signal storage_opt sysctls tmpfs tty ulimits use_api_socket user userns_mode uts volumes volumes_from working_dir",
  {
    build: list(
      "context dockerfile dockerfile_inline entitlements args ssh labels cache_from cache_to no_cache no_cache_filter additional_contexts network provenance sbom pull target shm_size extra_hosts isolation privileged secrets tags ulimits platforms",
    ),
    deploy: list("mode endpoint_mode replicas labels", {
      rollback_config: update,
      update_config: update,
      resources: { limits: resources, reservations: resources },
      restart_policy: list("condition delay max_attempts window"),
      placement: list("constraints preferences max_replicas_per_node"),
    }),
    develop: list("watch"),
    healthcheck,
    logging: list("driver options"),
  },
);
const stored = list("name environment file external labels driver driver_opts template_driver content");

export const composeKeys: Keys = list("version name include models", {
  services: { [anyName]: service },
  networks: {
    [anyName]: list("name driver driver_opts ipam external internal enable_ipv4 enable_ipv6 attachable labels"),
  },
  volumes: { [anyName]: list("name driver driver_opts external labels") },
  secrets: { [anyName]: stored },
  configs: { [anyName]: stored },
});
